// Frequent English words that are one o200k token each when a space stands before them. The
// tokenizer cuts a text at words before anything else, so for these the count is exact.

/** In order, each as how many letters it shares with the one before, and its others. */
const WORDS =
	'0able2ort5ed3ut3ve2solute1ccept6ed6s4ss6ed3ording4unt2ross2tion6s4ve3ual6ly1dd3ed3ing4tion8al3r' +
	'ess7es3s2just1ffect6ed2ter1gain5st2ent1lgorithm2ias2l3ocation4w5ed5ing5s2ong2ready2so2ternative' +
	'2ways1m2et2ount1n2d2other2y3more3thing3way1partment2p3ear6s3lication9ons5ed6s4y3roach5priate3s1' +
	'rbitrary2chive2e2gs3ument8s2ound2ray5s3ival1s2k3ed2sert3igned3ociated3ume6d2ync5hronous1t2tache' +
	'd3empt7ing7s4ntion3ribute9s1uthentication4or3omatic9ally1vailable2oid1wait3re3y0back4end2d2re2s' +
	'e4d3h3ic2throom1e2ach2cause3ome6s2en2fore2gin5ning5s2have5ior7ur3ind2ing2low2st2tter3ween2yond1' +
	'ig2naries5y3ding2t3s1lame3nk2ob3ck1ody2oking7s3lean2th2und1ranch6es2eak5ing2oke5n3wn4ser7s1uffe' +
	'r2g3s2ild5ing5s4t2ndle2t1y2te4s0cache5d2ll4back8s4ed5r4ing4s2n3not2se4s2tch2use5d5s4ing1ertain4' +
	'ificate9tes1hain3nge6d6s5ing4nel3racter9s2eck5ed5ing5out5s2ild5ren2oice3ose2unk1ities3y1larify3' +
	'ss5es2ean5ed5up4r2i3ent6s2one3se5d4ing1ode4s2llection3or5s2mbined3e4s3mand7s4ent7s4it6s4on4unit' +
	'y3pany5re6ison5tibility8le4ilation6e7d7r4lete8d8ly7ion4onent9s4uted2ndition9s3fig6urable9tion8e' +
	'9d4lict8s4used6ing3nect7ed7ion9ns3sectetur4ider8ed5stent4ole4t5ructor3tain7ed7ing7s4ent7s5xt4in' +
	'ue8s4ributors5ol3version6t7ed2pied5s3y4right2re3ner3rect7ed7ly5sponding4upt2uld3nt5ry2ver5age1r' +
	'ash2eate6d6s5ing6on2ypto1urrent7ly2stom6er1ycles0data3e2ys1eal2bug5ging2fault7s3ine6d6s5ition9n' +
	's2lete6d2parture3end6encies9y6ing6s3recated2scribe8d6ption8or9rs3igned2tached4iled6s3ect6ed6ion' +
	'4rmine2velopers7ment1id2ff4erence9es8t2rect6ly6ories8y2sable7d3play3tant4ribution1o2c3s3ument8a' +
	'tion8ed2es2g2ing2lor2main2ne2wn4load1rop1ue2plicate2ring1ynamic0each2rlier4y2sier4ly3y1dit4or1f' +
	'fect1ither1lement7s2se1mail2bedded2it4s4ted2pty1nable6d6s2coded5ing2d3s2gine2ough2sure2tire3rie' +
	's4y2v3ironment9nts1qual3ivalent1rr3or5s1scape2pecially1tc1ven4ing4t5s3ry5thing1xact5ly3mple7s2c' +
	'ept6ion9s3lude2ecutable6e7d6ion2ist5ing5s3t2pect6ed4rimental3licit8ly3ort6ed6s4se6d3ression2ten' +
	'd6ed5sion9s4rnal3ra0fact2il4ed4ing4s4ure7s2llback3se2mily2r2st4er1eature7s2tch5ing2w1ield5s2le4' +
	'name4s5ystem3ter2nal3d4ing2rst2x3ed4s1lag4s1older3low6ed6ing6s2o3d2r3ce3got3k3m4at6s6ted7ing4s2' +
	'und2x1ramework2ee2iend6s2om1s1ull4y2nction8ality8s2rther2ture0garbage3den2ve1c1eneral7ly6te8d7i' +
	'ng8on2t3s3ting1it2ve4n4s3ing1lobal1o2es2ing2od2t2vernment1reat5er3p2oup1uest5s2ide0had2nd4ful4l' +
	'e6d6r6s5ing2ppen6s2rd2s3h2ve3ing1eader6s3p2lp4er2re1igher2story1onor2ok4s2st4name2tel2use2w3eve' +
	'r1ttp4s0id2entical6fier1f1gnore6d1mmediately2plement9ation9ed9s3ort6ant3rove7d7ments1n2clude7d7' +
	's6ing3oming5patible4rrect9ly3rease2dex3icate4vidual2fo4rmation2it4ial7ization9e2put2side3pect3t' +
	'all7ation7ed7ing5nce8s4ead4ructions2teger5ration4nded4ractive5face9s5nal8ly5preted3o3roduced2va' +
	'lid3ocation4ked4lved1psum1s2sue5d5s1t2ems2s3elf0jumps2st0keep2pt2y3s3word1itchen1now4n0label2ck' +
	'2nguage2rge5r2st2ter4st3ter2zy1ead4ing3k3rned3st3ve2ft2gacy2ngth2ss2t2vel1ibraries6y2cense2fe2k' +
	'e4ly2mit5ation5ed2ne4s3k4ed4s3t2st4ed5ner4s1oad4ing2cal5ly4tion2g3ic2ng4er2ok4ing4up3p3se2rem2s' +
	't2t2wer0machinery3ro2de2in4tain8ed5enance2jor2ke4s3ing2lformed2n3ual6ly3y2p2rk4ed2tch5es5ing2xi' +
	'mum2y1eans4t2chanism2mber3ory2rge5d5s2ssage7s2tadata3hod6s1ight3rate2lliseconds2nimum3or2ssing3' +
	'take1ode4l4rn3ified5y3ule6s2ney3th2re3ning2st2ve4d1uch2ltiple2st0name4d4s2tive1ecessary2ed4ed4s' +
	'2gative2sted2t3work2ver2w3er3ly2xt1ight1o2de2r3mal2t3able4tion3e4d4s3hing3ice2w1pm1ull2mber6s0o' +
	'bject6s1ccur5s1f2f3set2ten1ld3er1mit4ted1n2ce2e3s2ly1pen4ing3rating7on9s2timization7e8d4on6al8l' +
	'y6s1r2der2igin6al1ther5s5wise1ur2t3put3side1ver4flow4head4ridden7e1wn0pack4age7s2ge4r4s2ir2rall' +
	'el4meter9s3ent3king3se5d5r4ing3t4ial5cular4s2ss4ed4ing4word2tch5es3h4name4s3tern7s2yload3ment1e' +
	'nding2ople2r3f4orm7ance3mission9ns3son1ipe1lace5s3in3tform8s2ease1oint5ed6r5s2licy2rt2sition3si' +
	'ble2tential9ly1refer6red4ix3pare7d3sent3vent4ious8ly2ice3marily6y3nt3or3vate2oblem7s3cedure5ss7' +
	'ed8s7ing3duce7d6t3gram7s5ess3ject7s3mise4pt3per6ly6ties7y3tect4ocol5type3vide7d7s6ing3xy1ublic5' +
	'sh7ed2ll2rpose2sh4ing2t0query3stion3ue2ick3et3te0race2ndom3ge2ther2w1ead4able4ing4s4y3l4ly3son6' +
	's2ceive7d7s6ing4nt6ly3ommended4rd6ed6s2duce2f3er5ence9s3s2gardless3ex3istered3ression3ular2ject' +
	'6ed2lated5ive3ease7d7s4vant3y2maining3ote4val5e6d6s5ing2name6d2place7d7ment3o4rt6ed6ing6s4sitor' +
	'ies9y3resentation9ing9s2quest7ed7s4ire7d7ments7s2s3et3olution5ve7d6ing4urce8s3pectively4onse8s3' +
	'tore3ult6ing6s2turn6ed6ing6s2use2vert3iew4sion2write6ten1ight1obust2om4s3t1ule4s2n3ning3s3time0' +
	'safe2id2me3ple2y1chool2ope2ript6s1earch2cond6s3tion3ure5ity2e2nd4ing3se3t2parate2quence2ries3ve' +
	'5r6s4ice2ssion2t3s3ting7s3up2veral1hare5d2ell2ort3uld3w4ed4ing4n4s1ide2gn4al5ture4ed4ificant2le' +
	'ntly2milar3ple5y2nce3gle2t3e2ze1kip4ped1low1mall1o2cket2ftware2me4thing5imes2rt2urce6s1pace5s3w' +
	'n2ec4ial5fic8ally9tion7ed8s6y7ing3ed2lit1table3ck3le3ndard3rt5ed5ing5s5up3sh3te4ic4us2derr3out2' +
	'ep4s2ill2op4ped3re5d4y2rategy3eam6s4et3ict4ng6s3ucture2yle1ubject3sequent5t2ccessfully3h2ite2pp' +
	'lied4ort7ed7s2re1witch1ymbolic2nc4hronous3tax2stem6s0table2g3s2ke4n4s3ing2rget2sks2ught1eam2ll2' +
	'mplate4orary2rminal4s2st4ed4ing4s2xt1han3t2e3ir3m3n3re5fore3se3y2ing5s3s2ose3ugh2read6s4e3ough4' +
	'w5n5s1ime4out4s5tamp2p2tle1o2day2gether2ken2ld2morrow2o3l4s2p2tal1race4k5ing3iling3nsfer5port2e' +
	'at5ed3e4s2ied4s3gger7ed3vial2ue2y3ing1urn1wice2o1ype4s3ically3o0undefined4r5lying5stand2expecte' +
	'd2ique2known2less2necessarily9ry2til2used1p2date6d6s5ing2grade2on2stream1rl1s2able3ge2e3d3ful3r' +
	'4s3s2ing2ual5ly1til4ity0valid5ate7ion3ue5s2r3iable8s4ous1erify3sion7s3y1ia2lla1ulnerability0wai' +
	't4ing2nt4s2rn4ing7s2s2ter2y3s1e2b2ek2ll2re1hat2en4ever3re3ther2ich3le3tespace2o3le3se2y1idth2ll' +
	'2th4in4out1oman2rk4around4er4flow4ing4s3ld2uld1rap4per2ite5s4ing4ten2ong0year2sterday2t1ou3r0ze' +
	'ro';

const LONGEST = 14;
const APOSTROPHE = 0x27;

// A hash set of the words' hashes alone: cutting each word out of the text would cost more time
// than all the rest of the ceiling.
const SLOTS = 1 << 13;

let table: Int32Array | undefined;

function hashes(): Int32Array {
	const slots = new Int32Array(SLOTS);
	let word = '';
	for (const [, shared, others] of WORDS.matchAll(/(\d)(\D+)/g)) {
		word = word.slice(0, Number(shared)) + others;
		let hash = 0;
		for (let i = 0; i < word.length; i++) hash = mixed(hash, word.charCodeAt(i));
		let at = slotOf(hash);
		while (slots[at] !== 0) at = (at + 1) & (SLOTS - 1);
		slots[at] = hash;
	}
	return slots;
}

const mixed = (hash: number, code: number): number => Math.imul(hash ^ code, 0x9e3779b1);
const slotOf = (hash: number): number => hash >>> 19;

/**
 * The end of the common word that begins at `start`, or -1 when there is none: lower-case letters,
 * with neither a letter nor an apostrophe after them.
 *
 * @param start - offset (UTF-16 units) of a letter after a space
 */
export function commonWordEnd(text: string, start: number): number {
	table ??= hashes();
	const most = Math.min(text.length, start + LONGEST + 1);
	let end = start;
	let hash = 0;
	let code = 0;
	for (; end < most; end++) {
		code = text.charCodeAt(end);
		if (!isLower(code)) break;
		hash = mixed(hash, code);
	}
	if (end < text.length && !isBreak(code)) return -1;
	for (let at = slotOf(hash); table[at] !== 0; at = (at + 1) & (SLOTS - 1)) {
		if (table[at] === hash) return end;
	}
	return -1;
}

const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a;

/** An ASCII character that ends a word for good. */
const isBreak = (code: number): boolean =>
	code < 0x80 && code !== APOSTROPHE && !isLower(code) && !(code >= 0x41 && code <= 0x5a);
