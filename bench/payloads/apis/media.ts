// Lists of videos and songs, as media APIs answer them, after each API's documentation; all values are
// made up.
import type { ApiList } from '../api-list';
import { made } from '../made';

export const youtube = (): ApiList => {
	const m = made('youtube');
	const items = m.list(50, () => {
		const videoId = m.token(11, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789_-');
		const thumbnail = (size: string, width: number) => ({
			url: `https://i.ytimg.example/vi/${videoId}/${size}.jpg`,
			width,
			height: 90,
		});
		return {
			kind: 'youtube#searchResult',
			etag: m.token(27),
			id: { kind: 'youtube#video', videoId },
			snippet: {
				publishedAt: m.time(),
				channelId: `UC${m.token(22)}`,
				title: m.title(),
				description: m.text(m.int(1, 3)),
				thumbnails: {
					default: thumbnail('default', 120),
					medium: thumbnail('mqdefault', 320),
					high: thumbnail('hqdefault', 480),
				},
				channelTitle: m.person().name,
				liveBroadcastContent: 'none',
				publishTime: m.time(),
			},
		};
	});
	return {
		name: 'youtube_search',
		path: ['items'],
		need: ['id/videoId', 'snippet/title', 'snippet/channelTitle', 'snippet/publishedAt'],
		value: {
			kind: 'youtube#searchListResponse',
			etag: m.token(27),
			nextPageToken: 'CDIQAA',
			regionCode: 'DE',
			pageInfo: { totalResults: 1_000_000, resultsPerPage: 50 },
			items,
		},
	};
};

export const spotify = (): ApiList => {
	const m = made('spotify');
	const items = m.list(40, () => {
		const artist = {
			external_urls: { spotify: `https://open.spotify.example/artist/${m.token(22)}` },
			href: `https://api.spotify.example/v1/artists/${m.token(22)}`,
			id: m.token(22),
			name: m.person().name,
			type: 'artist',
			uri: `spotify:artist:${m.token(22)}`,
		};
		const id = m.token(22);
		return {
			added_at: m.time(),
			added_by: {
				external_urls: {},
				href: 'https://api.spotify.example/v1/users/x',
				id: 'x',
				type: 'user',
				uri: 'spotify:user:x',
			},
			is_local: false,
			primary_color: null,
			track: {
				album: {
					album_type: 'album',
					artists: [artist],
					available_markets: [
						'AT',
						'BE',
						'CH',
						'DE',
						'DK',
						'ES',
						'FI',
						'FR',
						'GB',
						'IE',
						'IT',
						'NL',
					],
					external_urls: { spotify: `https://open.spotify.example/album/${m.token(22)}` },
					href: `https://api.spotify.example/v1/albums/${m.token(22)}`,
					id: m.token(22),
					images: [{ height: 640, url: `https://i.scdn.example/image/${m.token(40)}`, width: 640 }],
					name: m.title(),
					release_date: m.time().slice(0, 10),
					release_date_precision: 'day',
					total_tracks: m.int(1, 20),
					type: 'album',
					uri: `spotify:album:${m.token(22)}`,
				},
				artists: [artist],
				available_markets: ['AT', 'BE', 'CH', 'DE'],
				disc_number: 1,
				duration_ms: m.int(90_000, 420_000),
				explicit: false,
				external_ids: { isrc: m.token(12) },
				href: `https://api.spotify.example/v1/tracks/${id}`,
				id,
				is_local: false,
				name: m.title(),
				popularity: m.int(0, 100),
				preview_url: null,
				track_number: m.int(1, 14),
				type: 'track',
				uri: `spotify:track:${id}`,
			},
			video_thumbnail: { url: null },
		};
	});
	return {
		name: 'spotify_playlist_tracks',
		path: ['items'],
		need: ['track/name', 'track/artists/0/name', 'track/album/name'],
		value: {
			href: 'https://api.spotify.example/v1/playlists/x/tracks?offset=0&limit=40',
			items,
			limit: 40,
			next: null,
			offset: 0,
			previous: null,
			total: 40,
		},
	};
};
