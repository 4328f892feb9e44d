// Hands an event of Claude Code to Loadline and gives back what it answers. A server that is down, slow or
// closed disturbs nobody: then there is no answer, and Claude Code goes on as if there were no hook.
let event = '';
for await (const part of process.stdin.setEncoding('utf8')) event += part;
try {
	const base = (process.env.LOADLINE_URL || 'http://localhost:8787').replace(/\/+$/, '');
	const token = process.env.LOADLINE_TOKEN;
	const response = await fetch(`${base}/hooks/claude-code`, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			...(token && { authorization: `Bearer ${token}` }),
		},
		body: event,
		redirect: 'error',
		signal: AbortSignal.timeout(5_000),
	});
	const answer = response.ok ? await response.text() : '{}';
	if (answer !== '{}') process.stdout.write(answer);
} catch {
	// As if there were no hook.
}
