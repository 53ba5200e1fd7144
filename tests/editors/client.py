"""The language server against a client of another project (pygls):

    python3 client.py WSP

Prints what the client was told, a line for each request.
"""

import asyncio
import sys

from lsprotocol import types
from pygls.lsp.client import LanguageClient

TEXT = """\
# heat
kernel heat(src, dst: double[1500, 1500]) {
    dst[0,0] = (src[1,0] + src[-1,0]) / 4
}
r = estimate heet on a100 with block = (256, 2)
"""
URI = "file:///a.wsp"


async def main(wsp):
    client = LanguageClient("test", "1")
    told = asyncio.get_running_loop().create_future()

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def diagnostics(params):
        if not told.done():
            told.set_result(params.diagnostics)

    await client.start_io(wsp, "serve", "--lsp")
    await client.initialize_async(types.InitializeParams(
        capabilities=types.ClientCapabilities(), root_uri="file:///"))
    client.initialized(types.InitializedParams())
    client.text_document_did_open(types.DidOpenTextDocumentParams(
        types.TextDocumentItem(uri=URI, language_id="wsp", version=1, text=TEXT)))
    for d in await asyncio.wait_for(told, 20):
        print(d.range.start.line, d.range.start.character, d.range.end.character,
              d.message.splitlines()[0])
    document = types.TextDocumentIdentifier(uri=URI)
    at = types.Position(line=1, character=8)
    hover = await client.text_document_hover_async(
        types.HoverParams(text_document=document, position=at))
    print("hover", "2 loads from src" in hover.contents.value)
    lens = await client.text_document_code_lens_async(
        types.CodeLensParams(text_document=document))
    print("lens", lens[0].range.start.line, "limited by" in lens[0].command.title)

    def change(version, text):
        client.text_document_did_change(types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(
                uri=URI, version=version),
            content_changes=[types.TextDocumentContentChangeWholeDocument(text)]))

    change(2, TEXT.replace("estimate heet", "estimate  heat"))
    place = await client.text_document_definition_async(types.DefinitionParams(
        text_document=document, position=types.Position(line=4, character=16)))
    place = place[0] if isinstance(place, list) else place
    print("definition", place.range.start.line, place.range.start.character)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(
            text_document=document, options=types.FormattingOptions(
                tab_size=4, insert_spaces=True)))
    print("formatting", "r = estimate heat on a100" in edits[0].new_text)
    change(3, TEXT.replace("heet on a100", "heat on "))
    words = await client.text_document_completion_async(types.CompletionParams(
        text_document=document,
        position=types.Position(line=4, character=len("r = estimate heat on "))))
    labels = [i.label for i in getattr(words, "items", words)]
    print("completion", "a100" in labels, "sqrt" in labels)
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()


asyncio.run(main(sys.argv[1]))
