// Names and words the demo's data is made of.

export const FIRST_NAMES =
	'Ana Marta Jonas Lena Pedro Clara Omar Nina Hugo Sara Ivan Maria Felix Laura Diego Emma Karim Julia Tom Alice'.split(
		' ',
	);

export const LAST_NAMES =
	'Silva Costa Weber Rossi Martin Novak Garcia Larsen Haddad Moreau Fischer Santos Keller Lopez Murphy Bauer Romano Jansen Reid Duarte'.split(
		' ',
	);

export const CITIES = 'Lisbon Porto Madrid Lyon Berlin Vienna Rome Bergen Dublin Ghent'.split(' ');

export const PLACES = 'Harbour Garden River Castle Market Cathedral Station Hill Bridge Park'.split(
	' ',
);

export const HOMES = 'Loft Studio House Apartment Cottage Penthouse Terrace Rooms Flat Suite'.split(
	' ',
);

export const STREETS = [
	'Mill Lane',
	'Church Street',
	'Canal Walk',
	'Orchard Road',
	'Station Square',
	'Old Quay',
] as const;

export const AMENITY_GROUPS = [
	['Kitchen', ['Oven', 'Dishwasher', 'Coffee machine', 'Kettle', 'Toaster', 'Fridge']],
	['Bathroom', ['Shower', 'Hair dryer', 'Washing machine', 'Towels', 'Water heater']],
	['Comfort', ['Heating', 'Air conditioning', 'Blinds', 'Fireplace', 'Bed linen', 'Sofa bed']],
	['Work', ['Wireless network', 'Desk', 'Printer', 'Monitor', 'Desk lamp']],
	['Outside', ['Balcony', 'Parking space', 'Barbecue', 'Bicycle shed', 'Garden gate']],
	['Safety', ['Smoke alarm', 'First aid kit', 'Door lock', 'Fire extinguisher', 'Key safe']],
] as const;

export const AMENITY_NOTES = [
	'Turn the switch on the left side first, wait for the green light, and leave it on until the end of the stay.',
	'The instructions hang behind the door; please put everything back in its place after use.',
	'Serviced every spring by the house technician, who can also be called at short notice.',
	'Works best with the window closed; it needs about ten minutes before it reaches full power.',
	'Please do not move it to another room, because the cable is only just long enough.',
	'Spare parts are in the cupboard in the hall, on the second shelf from the top.',
] as const;

export const GUEST_MESSAGES = [
	'Could we leave our bags with you on the day we arrive, since the train comes in early?',
	'Is there a place nearby where we can buy bread and milk on a Sunday?',
	'We are bringing a small folding bed for our son, so no extra bed is needed.',
	'The code for the door did not work at the first attempt, but it did at the second.',
	'Would it be possible to stay one night longer, and what would that cost?',
	'How do we turn on the heating in the room at the back of the house?',
	'One of us does not eat nuts, so please do not leave any on the table.',
	'We will arrive by car; is the parking space large enough for a van?',
] as const;

export const HOST_MESSAGES = [
	'Thank you for your message; somebody will be at the house from three in the afternoon.',
	'The key is in the safe next to the door, and the code changes on the morning of your arrival.',
	'The shop at the corner is open every day until ten in the evening.',
	'I have asked the cleaning team to come an hour later, so take your time in the morning.',
	'You will find a map of the neighbourhood and two bus tickets on the kitchen table.',
	'Please close the balcony door when you leave, since the wind can be strong there.',
	'The extra night is free, and I have added it to your booking at the same price.',
	'If anything is missing, call the number on the fridge and we will bring it the same day.',
] as const;

export const REVIEW_COMMENTS = [
	'Left the place tidy and told us about the loose handle in the bathroom.',
	'Arrived late but kept us informed; very friendly at the door.',
	'A quiet guest who would be welcome again at any time.',
	'Asked many questions before the stay and none during it.',
] as const;
