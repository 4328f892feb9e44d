// Hono's router for programs that start often (its preset `quick`), in place of the one that makes one expression
// of all routes.
export { LinearRouter as RegExpRouter } from 'hono/router/linear-router';
