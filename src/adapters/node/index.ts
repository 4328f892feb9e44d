// Node.js: runs the Worker's code in a process, over SQLite files, and speaks MCP over stdio (docs/node.md).
export { type Fetch, type OpenLoadline, openBindings } from './bindings';
export { Database, lockState, requireSqlite } from './database';
export { listen } from './listen';
export { LocalServers } from './local-servers';
export { listenForRedirect, loginFile, openBrowser } from './logins';
export { passOn } from './pass-on';
export { serverEnvironment } from './server-process';
export { defaultStateFolder, secretOf } from './state';
export { serveStdio } from './stdio-client';
export { StdioServer } from './stdio-server';
