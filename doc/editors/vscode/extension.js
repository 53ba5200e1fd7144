// Starts the language server `wsp serve --lsp` for files of the language.

const { workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = function () {
	const settings = workspace.getConfiguration('wsp');
	client = new LanguageClient(
		'wsp',
		{ command: settings.get('path'), args: ['serve', '--lsp'] },
		{
			documentSelector: [{ language: 'wsp' }],
			initializationOptions: { device: settings.get('device') },
		},
	);
	return client.start();
};

exports.deactivate = () => client && client.stop();
