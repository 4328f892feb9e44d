// Ends a process soon after its parent, however that ended: npm does not pass a signal on through its shell, and nobody
// can pass SIGKILL on. That the parent is gone is all there is to see.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 500).unref();
