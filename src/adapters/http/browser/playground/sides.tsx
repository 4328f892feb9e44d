// One result twice: as the tool gave it, and as a model gets it.
import { useEffect, useState } from 'hono/jsx/dom';
import { HOSTS } from '../../../../config';
import { Media } from '../../ui/media';
import { number } from '../../ui/shell';
import { type Call, cutAt, rawOf, shownTo, sizesOf } from './result-parts';

const MOST_DRAWN = 30_000;

/** Shows the tool's result beside the one the model sees, as text blocks for no host. @param hostName of the host that it was answered for */
export const Sides = ({ call, hostName }: { call: Call; hostName: string | undefined }) => {
	const { answer, host } = call;
	const room = host && HOSTS[host].room;
	const [raw, setRaw] = useState<string | undefined>(undefined);
	const [fault, setFault] = useState('');
	useEffect(() => {
		rawOf(answer).then((found) => (found.ok ? setRaw(found.value) : setFault(found.error)));
	}, []);
	const { sent, raw: whole, act } = sizesOf(answer);
	const seen = shownTo(room?.shows, answer);
	const cut = raw === undefined ? undefined : cutAt(room, raw);
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
					<pre tabindex={0}>
						{fault !== '' ? fault : raw === undefined ? '…' : <Cut text={raw} at={cut} />}
					</pre>
					{cut !== undefined && (
						<p class="note">
							{hostName} lets {number(cut)} of these {number(raw?.length ?? 0)} characters through;
							the rest, grey here, its model would never see.
						</p>
					)}
				</figure>
				<figure>
					<figcaption>
						<span>Protected, as {hostName ?? 'a model'} gets it</span>{' '}
						<span>{number(sent)} tokens</span>
					</figcaption>
					<pre tabindex={0}>
						<Cut text={seen} at={undefined} />
					</pre>
					<Media content={answer.content} />
				</figure>
			</div>
		</section>
	);
};

/** A text, what is beyond a point in grey; of a very long one the beginning. */
const Cut = ({ text, at }: { text: string; at: number | undefined }) => {
	const drawn = text.slice(0, MOST_DRAWN);
	const more = text.length - drawn.length;
	return (
		<>
			{drawn.slice(0, at)}
			{at !== undefined && <span class="lost">{drawn.slice(at)}</span>}
			{more > 0 && `\n… ${number(more)} more characters`}
		</>
	);
};
