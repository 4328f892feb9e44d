// MCP: serves clients over Streamable HTTP, and calls upstreams as their client.

// An endpoint: the request, its address and host, and the sessions of transports.
// A login at a server, and a visit of one, for the command line.
export { Login, type Redirect, stdioEnvironment, visit, wantsLogin } from './login';
export { MemoryMailbox } from './mailbox';
export { MemorySubscriptions } from './push-stream';
export { serveMcp } from './serve';
// Loadline's own tools.
export { createOwnSource, OWN_TOOLS } from './tools/source';
export { createTransportSessions, EndedSessions } from './transport-session';
// Parts of a client for processes that speak stdio.
export { ServerEnded } from './upstream/answer';
// Upstreams as sources of tools, and calls that wait for an answer of the client.
export { askingLater, OpenStreams, toldInCalls } from './upstream/asking-later';
export { MemoryHeldCalls } from './upstream/held-calls';
export { UpstreamPool } from './upstream/pool';
export { createRedact } from './upstream/redact';
export { upstreamSource } from './upstream/source';
