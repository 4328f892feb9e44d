// One result twice: as the tool gave it, and as a model gets it.
import { useEffect, useState } from 'hono/jsx/dom';
import { Media, textsOf } from '../../ui/media';
import { number } from '../../ui/shell';
import { type Call, rawOf, sizesOf } from './result-parts';

const MOST_DRAWN = 30_000;

/** Shows the tool's result beside the one the model sees. */
export const Sides = ({ call }: { call: Call }) => {
	const { answer } = call;
	const [raw, setRaw] = useState<string | undefined>(undefined);
	const [fault, setFault] = useState('');
	useEffect(() => {
		rawOf(answer).then((found) => (found.ok ? setRaw(found.value) : setFault(found.error)));
	}, []);
	const { sent, raw: whole, act } = sizesOf(answer);
	return (
		<section aria-label="The result">
			<p class="measure" role="status">
				<strong>{call.tool}</strong>{' '}
				{answer.isError ? (
					<span class="over">failed</span>
				) : act === undefined ? (
					<>needed no protection: {number(sent)} tokens</>
				) : (
					<>
						{number(whole)} tokens became <strong>{number(sent)}</strong>, {act}
					</>
				)}
			</p>
			<div class="sides">
				<figure>
					<figcaption>
						<span>Raw, as the tool gave it</span> <span>{number(whole)} tokens</span>
					</figcaption>
					<pre tabindex={0}>{fault !== '' ? fault : raw === undefined ? '…' : drawn(raw)}</pre>
				</figure>
				<figure>
					<figcaption>
						<span>Protected, as a model gets it</span> <span>{number(sent)} tokens</span>
					</figcaption>
					<pre tabindex={0}>{drawn(textsOf(answer.content).join('\n\n'))}</pre>
					<Media content={answer.content} />
				</figure>
			</div>
		</section>
	);
};

/** Returns a text, of a very long one the beginning. */
const drawn = (text: string): string => {
	const more = text.length - MOST_DRAWN;
	return more > 0 ? `${text.slice(0, MOST_DRAWN)}\n… ${number(more)} more characters` : text;
};
