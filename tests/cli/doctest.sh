#!/bin/sh
# wsp doctest, with a fake library that prints what the documents tell it to:
# which examples it finds, runs, compares and rewrites.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${FAKE:?}

doc() { cat >"$1"; }

doc good.md <<'END'
```wsp
wsp> print a|b
a
b
wsp> x = 1
wsp> x
1
```
The blocks of a file share a session:
```wsp
wsp> x
1
wsp> fail it
error: it
  --> <repl>:1:1
wsp> print (
...> )
(
...
```
```wsp,fresh
wsp> x
asked: x
```
```wsp,error
fail this
```
```wsp,error
wsp> fail that
error: that
...
```
```wsp,skip
fail never
```
```wsp
y = 2
```
```wsp,within=10%
wsp> print 18.2 B/LUP on a100|b   9.9 ms  ####  dram
19.1 B/LUP on a100
b  10.1 ms  ###   dram
```
```wsp
wsp> print 18.2 B/LUP
18.1±2% B/LUP
wsp> y
2
```
END
run "$wsp" doctest good.md;	status 0; err ''
out '8 passed, 0 failed, 1 skipped'
cp good.md before.md
run "$wsp" doctest --accept good.md; status 0
is 'a document that passes' "$(cat good.md)" "$(cat before.md)"

doc bad.md <<'END'
```wsp
wsp> print a|b
a
c
...
wsp> print ok
ok
```
```wsp
fail here
```
```wsp,error
print fine
```
```wsp,error
wsp> print fine
fine
```
```wsp,eror
x
```
```wsp
odd
wsp> print a
a
```
```wsp
wsp> print (
...> 5)
6±0.5
```
END
run "$wsp" doctest bad.md good.md; status 1; err ''
out 'bad.md:2: output differs (-expected +got)
   wsp> print a|b
   a
  -c
  +b
   ...
bad.md:9: does not run
  error: here
    --> bad.md:10:1
bad.md:12: no error, but one is expected
bad.md:15: no error, but one is expected
bad.md:19: unknown attribute '\''eror'\'': fresh, error, skip or within=10%
bad.md:22: text before the first prompt
bad.md:28: output differs (-expected +got)
   wsp> print (
   ...> 5)
  -6±0.5
  +(
  +5)
8 passed, 7 failed, 1 skipped'

# --accept rewrites what differs, keeps patterns that hold, and the rest
doc a.md <<'END'
# Title

  - item
    ```wsp
    wsp> print a|b 5|c
    a
    b 4±2
    d

    wsp> print nothing expected
    wsp> x = 1
    gone
    wsp> print 1|2|3|4
    1
    ...
    5
    ```
```wsp,error
wsp> fail x
old
```
tail
END
run "$wsp" doctest --accept a.md; status 0
out '0 passed, 0 failed, 2 accepted'
file_is a.md '# Title

  - item
    ```wsp
    wsp> print a|b 5|c
    a
    b 4±2
    c

    wsp> print nothing expected
    nothing expected
    wsp> x = 1
    wsp> print 1|2|3|4
    1
    ...
    4
    ```
```wsp,error
wsp> fail x
error: x
  --> <repl>:1:1
```
tail'
run "$wsp" doctest a.md;	status 0; out '2 passed, 0 failed'

doc a.c <<'END'
/** Text.
 *
 *	wsp> print a||b
 *	x
 *
 * More.
 */
int f(void);	/* wsp> not here */
/* wsp> print one
 * two */
	/// ```wsp
	/// wsp> print deep
	/// ```
END
run "$wsp" doctest --accept a.c; status 0
out '0 passed, 0 failed, 3 accepted'
file_is a.c '/** Text.
 *
 *	wsp> print a||b
 *	a
 *
 *	b
 *
 * More.
 */
int f(void);	/* wsp> not here */
/* wsp> print one
 * one */
	/// ```wsp
	/// wsp> print deep
	/// deep
	/// ```'

doc a.py <<'END'
def f():
    """Text.

    wsp> print a
    b
    """
# wsp> print c
# d
END
run "$wsp" doctest --accept a.py; status 0
file_is a.py 'def f():
    """Text.

    wsp> print a
    a
    """
# wsp> print c
# c'

doc a.rst <<'END'
.. code-block:: wsp

   wsp> print a
   b

Text
END
run "$wsp" doctest --accept a.rst; status 0
file_is a.rst '.. code-block:: wsp

   wsp> print a
   a

Text'

printf '```wsp\r\nwsp> print a|b\r\nx\r\n```\r\n' >crlf.md
run "$wsp" doctest --accept crlf.md; status 0
is 'CRLF' "$(od -c crlf.md)" \
	"$(printf '```wsp\r\nwsp> print a|b\r\na\r\nb\r\n```\r\n' | od -c)"
printf '```wsp\nwsp> print a' >cut.md
run "$wsp" doctest --accept cut.md; status 0
file_is cut.md '```wsp
wsp> print a
a'

# what would end the block cannot be accepted
doc ends.md <<'END'
```wsp
wsp> print ```
x
```
END
cp ends.md ends.before
run "$wsp" doctest --accept ends.md; status 1
out_has 'not accepted'
is 'the document' "$(cat ends.md)" "$(cat ends.before)"

# a document that cannot be written stays as it was, with an error
mkdir locked; cp bad.md locked; chmod a-w locked
if ! touch locked/probe 2>/dev/null; then
	run "$wsp" doctest --accept locked/bad.md; status 1
	err_has "cannot write 'locked/bad.md'"
	is 'the document' "$(cat locked/bad.md)" "$(cat bad.md)"
fi
chmod u+w locked

# nothing to test is no failure; a wrong device is reported once
: >empty.md
run "$wsp" doctest empty.md;	status 0; out '0 passed, 0 failed'
run "$wsp" doctest a.md --device h100 --safe; status 0

check_done
