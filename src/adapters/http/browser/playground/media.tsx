// Media of a result: images, sounds and links.
import { type Answer, mediaIn } from './result-parts';

/** A tool's result has none, and says so to who asks for them. */
const NO_CAPTIONS =
	'data:text/vtt,WEBVTT%0A%0A00:00.000 --%3E 99:59:59.000%0AThe tool gave no captions.';

/** Images and sounds of a result, and what it links to; null where it has none. */
export const Media = (answer: Answer) => {
	const media = mediaIn(answer);
	if (media.length === 0) return null;
	return (
		<div class="media">
			{media.map((one) =>
				one.kind === 'image' ? (
					<img src={one.source} alt={`As the tool gave it, ${one.type}`} />
				) : one.kind === 'audio' ? (
					<audio controls src={one.source}>
						<track kind="captions" srclang="en" label="None given" src={NO_CAPTIONS} />
					</audio>
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
