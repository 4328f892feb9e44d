import { describe, expect, it } from 'vitest';
import { ceiling } from '../../../src/protect/tokens/ceiling';
import { countExact } from '../../../src/protect/tokens/exact';
import { share } from '../../fuzz-runs';
import { wordTexts } from './words';

/** A fit holds on the whole; by chance a short text may exceed it by this. */
const CHANCE = 1.01;

/** The same few sentences, about a guest and a room, as people write them. */
const PROSE: Readonly<Record<string, string>> = {
	English:
		'The guest arrives late in the evening and asks for a quiet room with a view of the harbour. Breakfast is served from seven to ten. Please call us if your plans change.',
	German:
		'Der Gast kommt spät am Abend an und bittet um ein ruhiges Zimmer mit Blick auf den Hafen. Das Frühstück gibt es von sieben bis zehn Uhr. Bitte rufen Sie uns an, wenn sich Ihre Pläne ändern.',
	Polish:
		'Gość przyjeżdża późnym wieczorem i prosi o cichy pokój z widokiem na port. Śniadanie podajemy od siódmej do dziesiątej. Prosimy o telefon, jeśli plany się zmienią.',
	Vietnamese:
		'Khách đến muộn vào buổi tối và muốn một căn phòng yên tĩnh nhìn ra bến cảng. Bữa sáng được phục vụ từ bảy giờ đến mười giờ. Vui lòng gọi cho chúng tôi nếu kế hoạch thay đổi.',
	Russian:
		'Гость приезжает поздно вечером и просит тихий номер с видом на гавань. Завтрак подают с семи до десяти часов. Позвоните нам, пожалуйста, если ваши планы изменятся.',
	Greek:
		'Ο επισκέπτης φτάνει αργά το βράδυ και ζητά ένα ήσυχο δωμάτιο με θέα στο λιμάνι. Το πρωινό σερβίρεται από τις επτά έως τις δέκα. Παρακαλούμε τηλεφωνήστε μας αν αλλάξουν τα σχέδιά σας.',
	Hebrew:
		'האורח מגיע מאוחר בערב ומבקש חדר שקט עם נוף לנמל. ארוחת הבוקר מוגשת משבע עד עשר. אנא התקשרו אלינו אם התוכניות שלכם משתנות.',
	Arabic:
		'يصل الضيف في وقت متأخر من المساء ويطلب غرفة هادئة تطل على الميناء. يتم تقديم الإفطار من الساعة السابعة حتى العاشرة. يرجى الاتصال بنا إذا تغيرت خططك.',
	Persian:
		'مهمان دیر وقت شب می‌رسد و یک اتاق آرام با چشم‌انداز بندر می‌خواهد. صبحانه از ساعت هفت تا ده سرو می‌شود. لطفا اگر برنامه شما تغییر کرد با ما تماس بگیرید.',
	Hindi:
		'मेहमान देर शाम को आते हैं और बंदरगाह के दृश्य वाला एक शांत कमरा चाहते हैं। नाश्ता सात बजे से दस बजे तक परोसा जाता है। यदि आपकी योजना बदल जाए तो कृपया हमें फ़ोन करें।',
	Thai: 'แขกมาถึงดึกและขอห้องที่เงียบสงบซึ่งมองเห็นวิวท่าเรือ อาหารเช้ามีให้บริการตั้งแต่เจ็ดโมงถึงสิบโมง กรุณาโทรหาเราหากแผนของคุณเปลี่ยนแปลง',
	Georgian:
		'სტუმარი გვიან საღამოს ჩამოდის და ითხოვს წყნარ ოთახს ნავსადგურის ხედით. საუზმე შვიდიდან ათ საათამდეა. გთხოვთ დაგვირეკოთ, თუ თქვენი გეგმები შეიცვლება.',
	Korean:
		'손님은 저녁 늦게 도착하며 항구가 보이는 조용한 방을 원합니다. 아침 식사는 일곱 시부터 열 시까지 제공됩니다. 일정이 바뀌면 저희에게 전화해 주세요.',
	Japanese:
		'お客様は夜遅くに到着し、港が見える静かな部屋を希望しています。朝食は七時から十時までです。予定が変わった場合はお電話ください。',
	Chinese:
		'客人很晚才到，希望安排一间安静的、能看到港口的房间。早餐从七点供应到十点。如果您的计划有变，请给我们打电话。',
};

describe('the ceiling of words', () => {
	it('is not exceeded by random words of any script and length, wherever they stand', async () => {
		const exceeded: string[] = [];
		for (const { name, text } of share([...wordTexts(1, 700)], 25)) {
			const { tokens } = await countExact(text);
			const most = ceiling(text);
			if (tokens > Math.ceil(most * CHANCE)) exceeded.push(`${name}: ${tokens} of ${most}`);
		}
		expect(exceeded).toEqual([]);
	});

	it('holds for a page of one-letter words in a list of objects', async () => {
		for (const letters of ['ابتثجحخدذرز', 'あいうえおかき', 'абвгдежзик', 'abcdefghij']) {
			const words = Array.from({ length: 300 }, (_, at) =>
				letters.charAt((at * 7) % letters.length),
			);
			const page = JSON.stringify(Array.from({ length: 8 }, (_, id) => ({ id, words })));
			const { tokens } = await countExact(page);
			expect(tokens, letters).toBeLessThanOrEqual(ceiling(page));
		}
	});

	it.each(Object.entries(PROSE))('is near the exact count of %s prose', async (_, prose) => {
		const { tokens } = await countExact(prose);
		expect(tokens / ceiling(prose)).toBeGreaterThan(0.6);
		// A text this short may exceed the bound by a token or two.
		expect(tokens).toBeLessThanOrEqual(ceiling(prose) + 2);
	});
});
