// The part of the SDK that speaks to upstream servers, in a module of its own so that it can be loaded late.
export { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
