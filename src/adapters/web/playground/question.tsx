// What a server asks of its user in the middle of a call (MCP elicitation): a form, or a page to open.
import { useState } from 'hono/jsx/dom';
import { Input } from './call-form';
import type { Answered, Question as Asked } from './client';
import { argumentsOf, fieldsOf } from './form-fields';

export interface QuestionProps {
	readonly asked: Asked;
	readonly onAnswer: (answer: Answered) => void;
}

export const Question = ({ asked, onAnswer }: QuestionProps) => {
	const fields = fieldsOf(asked.requestedSchema);
	const [values, setValues] = useState<Readonly<Record<string, string>>>(
		Object.fromEntries(fields.map(({ name, initial }) => [name, initial])),
	);
	const [fault, setFault] = useState('');
	const page = asked.mode === 'url' ? pageOf(asked.url) : undefined;
	const send = (event: Event) => {
		event.preventDefault();
		if (asked.mode === 'url') {
			if (!page) return;
			window.open(page.href, '_blank', 'noopener,noreferrer');
			return onAnswer({ action: 'accept' });
		}
		const content = argumentsOf(fields, values);
		setFault(content.ok ? '' : content.error);
		if (content.ok) onAnswer({ action: 'accept', content: content.value as never });
	};
	return (
		<form class="question" onSubmit={send} novalidate aria-labelledby="question-title">
			<h2 id="question-title">The server asks you</h2>
			<p>{asked.message}</p>
			{asked.mode === 'url' && (
				<p class="note">
					{page ? (
						<>
							It would open a page of <strong>{page.host}</strong>: <code>{page.href}</code>
						</>
					) : (
						'It names no page that a browser may open.'
					)}
				</p>
			)}
			{asked.mode !== 'url' &&
				fields.map((field) => (
					<Input
						key={field.name}
						of="answer"
						field={field}
						value={values[field.name] ?? ''}
						onValue={(value) => setValues((known) => ({ ...known, [field.name]: value }))}
					/>
				))}
			{fault !== '' && (
				<p class="notice bad" role="alert">
					{fault}
				</p>
			)}
			<div class="row">
				<button type="submit" disabled={asked.mode === 'url' && !page}>
					{asked.mode === 'url' ? 'Open it' : 'Answer'}
				</button>
				<button type="button" class="quiet" onClick={() => onAnswer({ action: 'decline' })}>
					Decline
				</button>
				<button type="button" class="quiet" onClick={() => onAnswer({ action: 'cancel' })}>
					Cancel
				</button>
			</div>
		</form>
	);
};

/** A server's word: nothing but a page is opened. */
function pageOf(url: string | undefined): URL | undefined {
	if (url === undefined || !URL.canParse(url)) return undefined;
	const page = new URL(url);
	return /^https?:$/.test(page.protocol) ? page : undefined;
}
