// Imported before any schema is made: zod would try whether it may compile code, and a strict
// Content-Security-Policy reports that as an error.
import * as z from 'zod/v4';

z.config({ jitless: true });
