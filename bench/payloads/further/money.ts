// Lists as services for money answer them, after each API's documentation; all values are made up.
import type { ApiList } from '../api-list';
import { made } from '../made';

export const paypalTransactions = (): ApiList => {
	const m = made('paypal');
	return {
		name: 'paypal_transactions',
		path: ['transaction_details'],
		need: [
			'transaction_info/transaction_id',
			'transaction_info/transaction_amount/value',
			'transaction_info/transaction_status',
			'payer_info/email_address',
			'transaction_info/transaction_initiation_date',
		],
		value: {
			transaction_details: m.list(35, () => {
				const [who, currency_code] = [m.person(), m.pick(['USD', 'EUR', 'GBP'])];
				const amount = () => ({ currency_code, value: `${m.int(5, 900)}.${m.int(10, 99)}` });
				return {
					transaction_info: {
						paypal_account_id: m.token(13, 'ABCDEFGHJKLMN23456789'),
						transaction_id: m.token(17, '0123456789ABCDEFGHJKLMN'),
						transaction_event_code: m.pick(['T0006', 'T0003', 'T1107']),
						transaction_initiation_date: m.time().replace('.000Z', '+0000'),
						transaction_updated_date: m.time().replace('.000Z', '+0000'),
						transaction_amount: amount(),
						fee_amount: { currency_code, value: `-${m.int(1, 9)}.${m.int(10, 99)}` },
						transaction_status: m.pick(['S', 'S', 'P', 'D', 'V']),
						ending_balance: amount(),
						available_balance: amount(),
						invoice_id: `INV-${m.int(1_000, 9_999)}`,
						protection_eligibility: '01',
					},
					payer_info: {
						account_id: m.token(13, 'ABCDEFGHJKLMN23456789'),
						email_address: who.email,
						address_status: 'Y',
						payer_status: 'N',
						payer_name: { given_name: who.first, surname: who.last, alternate_full_name: who.name },
						country_code: m.pick(['US', 'DE', 'GB']),
					},
					shipping_info: {
						name: who.name,
						address: {
							line1: `${m.int(1, 99)} Hill Rd`,
							city: 'Austin',
							country_code: 'US',
							postal_code: '78701',
						},
					},
					cart_info: {
						item_details: [
							{
								item_code: m.token(6),
								item_name: m.title(),
								item_quantity: '1',
								item_amount: amount(),
							},
						],
					},
					store_info: {},
					auction_info: {},
					incentive_info: {},
				};
			}),
			account_number: m.token(13),
			start_date: m.time(),
			end_date: m.time(),
			last_refreshed_datetime: m.time(),
			page: 1,
			total_items: 35,
			total_pages: 1,
		},
	};
};

export const xeroInvoices = (): ApiList => {
	const m = made('xero');
	return {
		name: 'xero_invoices',
		path: ['Invoices'],
		need: ['InvoiceNumber', 'Contact/Name', 'Status', 'Total', 'DueDateString'],
		value: {
			Id: m.uuid(),
			Status: 'OK',
			ProviderName: 'Acme',
			DateTimeUTC: '/Date(1761000000000)/',
			Invoices: m.list(40, () => {
				const [total, day] = [m.int(90, 90_000) / 10, m.time().slice(0, 19)];
				return {
					Type: m.pick(['ACCREC', 'ACCREC', 'ACCPAY']),
					InvoiceID: m.uuid(),
					InvoiceNumber: `INV-${m.int(1_000, 9_999)}`,
					Reference: m.pick(['', `PO-${m.int(100, 999)}`]),
					Payments: [],
					CreditNotes: [],
					Prepayments: [],
					Overpayments: [],
					AmountDue: m.pick([0, total]),
					AmountPaid: m.pick([0, total]),
					AmountCredited: 0,
					SentToContact: true,
					CurrencyRate: 1,
					IsDiscounted: false,
					HasAttachments: false,
					HasErrors: false,
					Contact: {
						ContactID: m.uuid(),
						Name: `${m.person().last} ${m.pick(['Ltd', 'GmbH', 'Supplies'])}`,
						Addresses: [],
						Phones: [],
						ContactGroups: [],
						ContactPersons: [],
						HasValidationErrors: false,
					},
					DateString: day,
					Date: `/Date(${m.int(1_730_000_000, 1_790_000_000)}000+0000)/`,
					DueDateString: m.time().slice(0, 19),
					DueDate: `/Date(${m.int(1_730_000_000, 1_790_000_000)}000+0000)/`,
					BrandingThemeID: m.uuid(),
					Status: m.pick(['AUTHORISED', 'PAID', 'DRAFT', 'VOIDED']),
					LineAmountTypes: 'Exclusive',
					LineItems: [],
					SubTotal: total * 0.8,
					TotalTax: total * 0.2,
					Total: total,
					UpdatedDateUTC: `/Date(${m.int(1_730_000_000, 1_790_000_000)}000+0000)/`,
					CurrencyCode: 'GBP',
				};
			}),
		},
	};
};

export const coinMarkets = (): ApiList => {
	const m = made('coingecko');
	return {
		name: 'coingecko_markets',
		path: [],
		need: ['name', 'symbol', 'current_price', 'market_cap', 'price_change_percentage_24h'],
		value: m.list(50, (at) => {
			const name = `${m.pick(['Bit', 'Ether', 'Sol', 'Lite', 'Doge', 'Poly'])}${m.pick(['coin', 'ium', 'ana', 'gon'])} ${at}`;
			const id = name.toLowerCase().replace(' ', '-');
			const price = m.int(1, 9_000_000) / 100;
			return {
				id,
				symbol: id.replace(/[aeiou-]/g, '').slice(0, 4),
				name,
				image: `https://coins.example/coins/images/${at}/large/${id}.png?169650${m.int(1_000, 9_999)}`,
				current_price: price,
				market_cap: m.int(1_000_000, 2_000_000_000),
				market_cap_rank: at + 1,
				fully_diluted_valuation: m.int(1_000_000, 2_000_000_000),
				total_volume: m.int(1_000, 90_000_000),
				high_24h: price * 1.1,
				low_24h: price * 0.9,
				price_change_24h: m.int(-900, 900) / 7,
				price_change_percentage_24h: m.int(-9_000, 9_000) / 997,
				market_cap_change_24h: m.int(-900_000, 900_000),
				market_cap_change_percentage_24h: m.int(-9_000, 9_000) / 997,
				circulating_supply: m.int(1_000, 90_000_000),
				total_supply: m.int(1_000, 90_000_000),
				max_supply: m.maybe(m.int(1_000, 90_000_000)),
				ath: price * 3,
				ath_change_percentage: -m.int(1, 99),
				ath_date: m.time(),
				atl: price / 30,
				atl_change_percentage: m.int(100, 90_000),
				atl_date: m.time(),
				roi: null,
				last_updated: m.time(),
			};
		}),
	};
};

export const etsyListings = (): ApiList => {
	const m = made('etsy');
	return {
		name: 'etsy_listings',
		path: ['results'],
		need: ['listing_id', 'title', 'state', 'quantity', 'price/amount'],
		value: {
			count: 4_410,
			results: m.list(30, () => ({
				listing_id: m.int(100_000_000, 999_999_999),
				user_id: m.int(100_000, 999_999),
				shop_id: 12_345_678,
				title: m.title(),
				description: m.text(4),
				state: m.pick(['active', 'active', 'sold_out', 'draft']),
				creation_timestamp: m.int(1_730_000_000, 1_790_000_000),
				created_timestamp: m.int(1_730_000_000, 1_790_000_000),
				ending_timestamp: m.int(1_790_000_000, 1_799_000_000),
				original_creation_timestamp: m.int(1_700_000_000, 1_730_000_000),
				last_modified_timestamp: m.int(1_730_000_000, 1_790_000_000),
				updated_timestamp: m.int(1_730_000_000, 1_790_000_000),
				state_timestamp: m.int(1_730_000_000, 1_790_000_000),
				quantity: m.int(0, 99),
				shop_section_id: m.maybe(m.int(1_000, 9_999)),
				featured_rank: -1,
				url: `https://www.etsy.example/listing/${m.int(100_000_000, 999_999_999)}/${m.token(12)}`,
				num_favorers: m.int(0, 900),
				non_taxable: false,
				is_taxable: true,
				is_customizable: true,
				is_personalizable: false,
				listing_type: 'physical',
				tags: m.list(m.int(2, 8), () => m.pick(['linen', 'oak', 'gift', 'handmade', 'blue'])),
				materials: m.list(m.int(1, 3), () => m.pick(['wood', 'cotton', 'clay'])),
				shipping_profile_id: 55_512,
				processing_min: 1,
				processing_max: 3,
				who_made: 'i_did',
				when_made: '2020_2026',
				is_supply: false,
				item_weight: null,
				item_weight_unit: null,
				language: 'en-US',
				price: { amount: m.int(500, 90_000), divisor: 100, currency_code: 'USD' },
				taxonomy_id: m.int(100, 9_999),
				views: m.int(0, 9_000),
			})),
		},
	};
};
