// In the place of linkify-it, in the Worker: the parser of rules reads blocks, and looks for no links in
// words (src/memory/markdown.ts).
export class LinkifyIt {}
