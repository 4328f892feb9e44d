// Words by what they are about: those that people use for one thing, and those of everyday life, which are no topic of work
// on software. Written from general knowledge, of no workspace.

/** Groups of words for one thing; a word may be in several. */
export const RELATED = `
slow fast speed latency performance optimize bottleneck lag profiling, outage incident downtime down crash postmortem oncall emergency, secret password credential token leak rotate, security vulnerability exploit hack attack injection xss
csrf hardening, debug bug broken break fail failure rootcause troubleshoot investigate reproduce diagnose, test spec assertion coverage tdd qa verify, name naming called identifier rename, simple simplicity overengineering yagni kiss
premature abstraction hypothetical minimal unnecessary, deploy release ship rollout publish production launch, interface ui ux design layout appearance visual, animation motion movement transition animate, accessibility screenreader blind
keyboard contrast aria wcag disability, translation language locale localization internationalization multilingual rtl, login signin logout signup authentication session oauth account, permission role access authorization rbac admin
privilege, database table schema sql query migration column row, mock fake stub seed sample fixture dummy, documentation readme guide manual explain docstring, onboard newcomer beginner tour explore overview joiner, changelog releasenotes
version history announcement, email mail smtp inbox, schedule cron nightly daily hourly recurring periodic background, payment billing subscription checkout invoice charge, cache memoize stale invalidate revalidate, parallel concurrent
concurrency async simultaneous, retry backoff attempt resilience, log logging trace observability monitoring metric telemetry alert, image picture photo media, upload attachment multipart file, form input field validation submit, commit
push branch merge git, review feedback approve reviewer pr, refactor cleanup tidy restructure rewrite extract split maintainable, dependency package library module lockfile upgrade, choose decide decision choice pick option compare
indecision tradeoff, ask confirm confirmation clarify question approval, plan specification requirement proposal brainstorm scope, resume continue pause handoff, honest flattery sycophancy agree disagree praise, environment configuration
setting variable, container docker image kubernetes, monorepo workspace nx turborepo, exception error throw catch, realtime websocket socket live streaming, chart graph visualization plot dashboard, spreadsheet excel xlsx csv, slide
presentation powerpoint pptx, seo metadata sitemap ranking, mobile phone responsive ios android, theme dark color palette token, delete remove drop prune, fix repair solve resolve, create add generate scaffold new`;

/** Words that few programs are about; words that name something in software too are left out. */
export const EVERYDAY = `
ache actress aeroplane africa airplane allergy alligator almond alps america animals ankle ants apple apricot argentina aria asia astronomy athens attic australia austria avocado baby backgammon bacon badminton balcony banana barbecue
barley baseball basement basketball bathroom beard bee beef beer bees beethoven beijing belly berlin bible birch birds bishop blanket blister blouse blueberry boyfriend brazil breakfast bride britain broom brother bruise budapest bundesliga
butter cabbage cafe cairo california calorie camping campsite canada cancer candy carrot cathedral cats celery cellar cello cheek cheekbone cheese chicken chickpea chile chimney chocolate cholesterol christmas cinema clothing coconut
compost copenhagen cotton cough cousin cows cream cricket crochet crocodile cruise cuba cucumber curtain czech dad daisy dancing danube daughter deer delhi denmark dentist dessert diabetes diet dinner dinosaur divorce dogs doll dolphin
doorbell eagle earring earthquake egypt elbow embroidery england espresso europe everest farmer fever finland firework flood flu france fruit fry funeral garage gardening garlic germany giraffe girlfriend glacier gluten goalkeeper goat
goose gorilla grandfather grandma grandmother grandpa grape greece greek gymnastics halloween hamlet hamster handball hawaii headache hedgehog helsinki hen himalaya hip hobby hockey holiday horoscope horses hostel hungary hurricane husband
iceland indian indonesia ireland irish istanbul italy jazz jeans jewellery jewelry jogging juggle juggling juice jungle kangaroo karate kenya kidney kindergarten kitten knee knight knit knitting koala lamb landlord lasagne laundry lawn
leather lemonade lentil lettuce lion lipstick lisbon lizard london luggage lullaby lunch lung lyric madrid magnolia make-up makeup maple marathon massage mattress meat medieval mexico milk mom monastery mongolia monk morocco mortgage moscow
mosquito moss motorbike motorcycle mozart mum mushroom necklace neighbor neighbour nephew niece nigeria noodle norway nose oak oat olympic onion orchid oslo ottoman owl painter pancake paris parrot pasta pastry pension perfume peru pharaoh
physiotherapist pigeon pillow pine pineapple pisces pizza plumbing poland pony pope pork portugal potato pottery prague prayer pregnancy pregnant priest princess pumpkin puppy quran rabbit raining rash raspberry revolution rice risotto
roast rome rooster rose rugby russia rye sahara sailing sailor salad salmon sandal santa saturn sausage scarf scotland sculpture seoul sermon sew sewing shakespeare shampoo sheep shrub sicily silk sing sister skating skiing skirt soap sock
soldier son sonnet sourdough spain spinach spoon sprain squirrel steak stew sting stockholm stork strawberry suitcase sunflower sunny sunshine supper swahili swan sweater sweden swim swimming switzerland symphony tea teenager teeth
telescope tennis texas thailand thanksgiving therapy thumb tiger toad toddler toe tokyo tomato tongue tornado tourist towel trousers trout tulip tuna ukraine vacation vegan vegetable vegetarian venice veterinarian vienna vietnam viking
vinegar visa vodka volleyball wales walnut wardrobe warsaw wasp waterfall weed wheat whisky widow widower wife willow wine wolf wool wrestling wrist yoga yoghurt yogurt york zebra zodiac`;
