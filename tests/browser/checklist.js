// What one can tell of a page without a person's eye, as a list of sentences; empty: all well. Run in the page.

() => {
  const LEAST = 44; // px of a target
  const LEAST_SITE = 24; // of a place in the drawing: WCAG 2.5.8; the arrow keys and the nearest place help
  const found = [];
  const name = (element) => {
    const own = element.id ? `#${element.id}` : `${element.tagName.toLowerCase()}.${[...element.classList].join(".")}`;
    return `${own} "${(element.getAttribute("aria-label") || element.textContent || "").trim().slice(0, 30)}"`;
  };
  const seen = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1;
  };
  const spoken = (element) => Boolean(element.closest(".spoken")) || getComputedStyle(element).clipPath !== "none";
  const inDialog = (element) => element.closest("dialog");
  const open = document.querySelector("dialog[open]");
  const all = [...document.body.querySelectorAll("*")].filter((element) => seen(element) && (!open || inDialog(element) === open));

  // Nothing is cut off.
  const texts = all.filter((element) => !spoken(element) && [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()));
  const rectOf = (element) => {
    const range = document.createRange();
    const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
    range.setStartBefore(own[0]);
    range.setEndAfter(own.at(-1));
    return range.getBoundingClientRect();
  };
  if (document.documentElement.scrollWidth > innerWidth + 1) {
    const wide = texts.filter((element) => rectOf(element).right > innerWidth + 1);
    found.push(`the page is ${document.documentElement.scrollWidth} px wide, ${innerWidth} fit: ${wide.slice(0, 4).map(name).join(", ")}`);
  }
  for (const element of texts) {
    const box = rectOf(element);
    if (element.closest("svg, option, [aria-hidden='true']")) continue;
    for (let around = element; around && around !== document.documentElement; around = around.parentElement) {
      const style = getComputedStyle(around);
      const scrolls = /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`);
      if (scrolls) break;
      if (!/hidden|clip/.test(`${style.overflowX} ${style.overflowY}`)) continue;
      const edge = around.getBoundingClientRect();
      if (box.left < edge.left - 1.5 || box.right > edge.right + 1.5 || box.top < edge.top - 1.5 || box.bottom > edge.bottom + 1.5) {
        found.push(`cut off by ${name(around)}: ${name(element)}`);
      }
      break;
    }
  }

  for (const element of all) {
    const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX) && !element.querySelector(":scope > table"); // tables may (WCAG 1.4.10)
    if (scrolls && element.scrollWidth > element.clientWidth + 1) found.push(`scrolls sideways: ${name(element)}`);
  }

  // No word and no number is broken; Korean may break anywhere, addresses and what has a hyphen, too.
  for (const element of texts) {
    if (spoken(element) || element.closest("svg, option, [aria-hidden='true']") || getComputedStyle(element).hyphens === "auto") continue;
    for (const node of element.childNodes) {
      if (node.nodeType !== 3) continue;
      for (const { 0: part, index: at } of node.textContent.matchAll(/\S+/gu)) {
        const inner = /[\p{Script=Latin}\p{Script=Cyrillic}\d]{2,}/u.exec(part);
        if (!inner || /[:./@_-]\S/.test(part)) continue;
        const [word, index] = [inner[0], at + inner.index];
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(`broken word "${word}": ${name(element)}`);
      }
    }
  }

  // No words lie on other words.
  const boxes = texts.filter((element) => !element.closest("#marks, .site, [aria-hidden='true']")).map((element) => ({ element, box: rectOf(element) }));
  boxes.forEach(({ element, box }, i) => {
    for (const { element: other, box: its } of boxes.slice(i + 1)) {
      if (element.contains(other) || other.contains(element)) continue;
      const across = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      const scrolled = (one) => one.closest("#panel, #status, #log") !== null;
      if (across > 2 && down > 2 && scrolled(element) === scrolled(other)) found.push(`${name(element)} lies on ${name(other)}`);
    }
  });

  // Targets are large enough for a finger.
  for (const element of all.filter((one) => one.matches("a[href], button, input, select, summary, textarea"))) {
    if (spoken(element) || element.closest("#sites, #rims")) continue;
    const around = element.matches("input[type=checkbox], input[type=radio]") ? element.closest("label") || element : element;
    const { width, height } = around.getBoundingClientRect();
    if (height < LEAST - 0.5 || width < LEAST - 0.5) found.push(`target of ${Math.round(width)} × ${Math.round(height)} px: ${name(element)}`);
  }

  // All places of the board are there, in the drawing, and nothing of the page covers them.
  const stage = document.querySelector("#stage");
  for (const site of all.filter((one) => one.matches("#sites [data-site]"))) {
    const { left, top, width, height } = site.getBoundingClientRect();
    const edge = stage.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < edge.left || x > edge.right || y < edge.top || y > edge.bottom) found.push(`outside of the drawing: ${site.dataset.site}`);
    if (Math.min(width, height) < LEAST_SITE && Math.max(width, height) < LEAST_SITE) found.push(`place of ${Math.round(width)} × ${Math.round(height)} px: ${site.dataset.site}`);
    const hit = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight ? document.elementFromPoint(x, y) : null;
    if (hit && !hit.closest("#sites, #rims, #tower, dialog")) found.push(`${site.dataset.site} is covered by ${name(hit)}`);
  }

  // What one types into or presses has an edge, or a face, that stands out by 3 to 1.
  const parse = (text) => {
    const numbers = (text.match(/[\d.]+/g) || []).map(Number);
    return numbers.length < 3 ? [0, 0, 0, 0] : [numbers[0], numbers[1], numbers[2], numbers[3] ?? 1];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((channel, i) => channel * a + under[i] * (1 - a));
  const ground = (element) => {
    if (!element) return [12, 15, 17];
    const style = getComputedStyle(element);
    return over(parse(style.backgroundColor), style.backgroundImage !== "none" && parse(style.backgroundColor)[3] === 0 ? [20, 24, 26] : ground(element.parentElement));
  };
  const light = (colour) => colour.map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)).reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (one, other) => {
    const [bright, dark] = [light(one), light(other)].sort((a, b) => b - a);
    return (bright + 0.05) / (dark + 0.05);
  };
  for (const element of all.filter((one) => one.matches("input:not([type=checkbox], [type=radio]), select, textarea, button") && !one.disabled)) {
    const face = element.querySelector(".cap") || element; // buttons of the board are painted as brass caps
    const style = getComputedStyle(face);
    if (spoken(element) || element.closest("#sites, #rims, #look") || (face === element && style.backgroundImage !== "none")) continue;
    const under = ground(element.parentElement);
    const edge = parseFloat(style.borderTopWidth) > 0 ? over(parse(style.borderTopColor), under) : under;
    const most = Math.max(contrast(edge, under), contrast(ground(face), under));
    if (most < 3) found.push(`edge of ${most.toFixed(1)} to 1: ${name(element)}`);
  }
  return [...new Set(found)];
}
