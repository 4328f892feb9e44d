// The frame of every page for people: no script, nothing inline, no framing, one stylesheet.
import type { Child, PropsWithChildren } from 'hono/jsx';
import { Post } from '../ui/form';

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

type Framed = { title: string; who?: string | undefined };

/** The frame of all sign-in pages. @param who is signed in, and may sign out */
export const Frame = ({ title, who, children }: PropsWithChildren<Framed>) => (
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
				{who !== undefined && (
					<Post to="/sign-out" class="row">
						<span>{who}</span>
						<button type="submit" class="quiet small">
							Sign out
						</button>
					</Post>
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
