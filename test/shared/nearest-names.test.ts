// The name that was probably meant: near by its letters, by the first letters of its words, or without its vowels.
import { expect, it } from 'vitest';
import { nearestNames } from '../../src/shared/nearest-names';

const CARS = ['Name', 'Miles_per_Gallon', 'Cylinders', 'Horsepower', 'Weight_in_lbs', 'Origin'];

it.each<[string, readonly string[], string | undefined]>([
	['orgin', CARS, 'Origin'],
	['mpg', CARS, 'Miles_per_Gallon'],
	['MPG', CARS, 'Miles_per_Gallon'],
	['hp', CARS, 'Horsepower'],
	['cyl', CARS, 'Cylinders'],
	['mpg', ['milesPerGallon', 'map'], 'milesPerGallon'],
	['qty', ['price', 'orderQuantity', 'quantity'], 'quantity'],
	['msg', ['message', 'stage'], 'message'],
	// Close by its letters goes first.
	['name', ['national_member', 'nme'], 'nme'],
	['name', ['national_member'], undefined],
	['id', ['included', 'ready'], undefined],
	['xyz', CARS, undefined],
])('for %s', (wanted, names, nearest) => {
	expect(nearestNames(wanted, names, 1)[0]).toBe(nearest);
});
