// Node.js: runs the Worker's code in a process, over SQLite files, and speaks MCP over stdio (docs/node.md).

export type { Fetch, OpenLoadline } from './bindings';
// A Loadline in this process: its contract, the bindings that it runs with, and its HTTP server.
export { openBindings } from './bindings';
// The folder of the state, its secret, lock and databases.
export { Database, requireSqlite } from './database';
export { listen } from './listen';
// Servers that are processes of this machine.
export { LocalServers } from './local-servers';
// Logins at servers, kept on this machine.
export { listenForRedirect, loginFile, openBrowser } from './logins';
export { passOn } from './pass-on';
export { serverEnvironment } from './server-process';
export { defaultStateFolder, secretOf } from './state';
export { lockState } from './state-lock';
// MCP over stdio: a client in front, a server behind.
export { serveStdio } from './stdio-client';
export { StdioServer } from './stdio-server';
