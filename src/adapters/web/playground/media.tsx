// What of a result is no text, as people see and hear it: images and sounds, and what it links to.
import { type Answer, mediaIn } from './result-parts';

export const Media = (answer: Answer) => {
	const media = mediaIn(answer);
	if (media.length === 0) return null;
	return (
		<div class="media">
			{media.map((one) =>
				one.kind === 'image' ? (
					<img src={one.source} alt={`As the tool gave it, ${one.type}`} />
				) : one.kind === 'audio' ? (
					// biome-ignore lint/a11y/useMediaCaption: a tool's result has none.
					<audio controls src={one.source} />
				) : one.page ? (
					<a href={one.page.href} target="_blank" rel="noopener noreferrer">
						{one.text}
					</a>
				) : (
					<span>
						{one.text} <code>{one.uri}</code>
					</span>
				),
			)}
		</div>
	);
};
