// Node.js: runs the Worker's code in a process, over SQLite files, and speaks MCP over stdio (docs/node.md).

export { Alarms } from './alarms';
export { ClickHouse } from './clickhouse';
export { finished } from './cloudflare-workers';
export { Database, requireSqlite } from './database';
export { KeyValue } from './key-value';
export { listen } from './listen';
export { listenForRedirect, loginFile, openBrowser } from './logins';
export { ObjectFiles } from './object-files';
export { Objects } from './objects';
export type { Fetch, NodeLoadline, NodeOptions, OpenLoadline } from './runtime';
export { defaultStateFolder, secretOf } from './state';
export { lockState } from './state-lock';
export { serveStdio } from './stdio-client';
export { StdioServer } from './stdio-server';
