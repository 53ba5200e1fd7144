;;; wsp-mode.el --- GPU stencils and how fast they run -*- lexical-binding: t -*-

;; Highlighting, and the language server through eglot (in Emacs from 29 on):
;; (add-to-list 'load-path "DIR") (require 'wsp-mode), then M-x eglot.

;;; Code:

(defgroup wsp nil "The language wsp." :group 'languages)

(defcustom wsp-program "wsp"
  "The program wsp."
  :type 'string)

(defconst wsp-statements
  '(
    "assert" "def" "device" "explain" "for" "help" "if" "import"
    "kernel" "loop" "print" "set" "show" "use"))

(defconst wsp-questions
  '(
    "crossover" "diagram" "divergence" "estimate" "largest" "layers"
    "rank" "roofline" "simulate" "smallest" "sweep"))

(defconst wsp-joints
  '(
    "and" "else" "in" "not" "of" "on" "or" "over" "then" "with"))

(defconst wsp-types
  '("double" "float" "half" "int" "int8" "int16" "int32" "int64"
    "uint8" "uint16" "uint32" "uint64" "float2" "float4" "double2"
    "half2" "char2" "char4" "uchar2" "uchar4" "short2" "short4" "ushort2"
    "ushort4" "int2" "int4" "uint2" "uint4"))

(defvar wsp-font-lock-keywords
  (list
   '("\\_<\\(?:kernel\\|def\\|device\\)\\s-+\\([A-Za-z_0-9]+\\)"
     1 font-lock-function-name-face)
   (cons (regexp-opt wsp-statements 'symbols) font-lock-keyword-face)
   (cons (regexp-opt wsp-questions 'symbols) font-lock-builtin-face)
   (cons (regexp-opt wsp-joints 'symbols) font-lock-keyword-face)
   (cons (regexp-opt wsp-types 'symbols) font-lock-type-face)
   (cons "\\_<\\(?:true\\|false\\|[0-9][0-9_.]*\\(?:[eE][-+]?[0-9]+\\)?\\)"
         font-lock-constant-face)))

(defvar wsp-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?\" "\"" table)
    table))

;;;###autoload
(define-derived-mode wsp-mode prog-mode "wsp"
  "Major mode for programs of wsp."
  (setq-local comment-start "# ")
  (setq-local font-lock-defaults '(wsp-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.wsp\\'" . wsp-mode))

(with-eval-after-load 'eglot
  (defvar eglot-server-programs)
  (add-to-list 'eglot-server-programs
               `(wsp-mode . (,wsp-program "serve" "--lsp"))))

(provide 'wsp-mode)
;;; wsp-mode.el ends here
