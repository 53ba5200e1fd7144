-- The language server for files of wsp, in Neovim 0.7 and newer.
-- vim.g.wsp_device names the GPU whose times stand above kernels.

vim.api.nvim_create_autocmd('FileType', {
	pattern = 'wsp',
	callback = function(args)
		local client = vim.lsp.start_client({
			name = 'wsp',
			cmd = { vim.g.wsp_path or 'wsp', 'serve', '--lsp' },
			root_dir = vim.fn.getcwd(),
			init_options = { device = vim.g.wsp_device },
		})
		if client then
			vim.lsp.buf_attach_client(args.buf, client)
		end
	end,
})
