// The frame of every page for people: no script, nothing inline, no framing, one stylesheet.
import type { Child } from 'hono/jsx';

/** Content of the frame; without `who` or `csrf` there is no sign-out. */
export interface FrameProps {
	readonly title: string;
	readonly who?: string | undefined;
	/** Ties the sign-out form to this browser. */
	readonly csrf?: string | undefined;
	readonly children?: Child;
}

export const STYLE_PATH = '/assets/pages.css';

/** The head of every page. */
export const About = ({ title }: { title: string }) => (
	<>
		<meta charset="utf-8" />
		<meta name="viewport" content="width=device-width, initial-scale=1" />
		<meta name="color-scheme" content="light dark" />
		<meta name="robots" content="noindex" />
		<title>{title} · Loadline</title>
	</>
);

/** The frame of all sign-in pages. */
export const Frame = ({ title, who, csrf, children }: FrameProps) => (
	<html lang="en">
		<head>
			<About title={title} />
			<link rel="stylesheet" href={STYLE_PATH} />
		</head>
		<body>
			<header>
				<a class="mark" href={who === undefined ? undefined : '/'}>
					<span class="disc" aria-hidden="true" />
					Loadline
				</a>
				{who !== undefined && csrf !== undefined && (
					<form method="post" action="/sign-out" class="who">
						<input type="hidden" name="csrf" value={csrf} />
						<span>{who}</span>
						<button type="submit" class="quiet">
							Sign out
						</button>
					</form>
				)}
			</header>
			<main>
				<h1>{title}</h1>
				{children}
			</main>
		</body>
	</html>
);

/** A message: a fault, or a success. */
export const Notice = ({ kind, children }: { kind: 'bad' | 'good' | 'mind'; children?: Child }) => (
	<p class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
		{children}
	</p>
);
