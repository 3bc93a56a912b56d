"use strict";
const PAGE = 200;
const $ = id => document.getElementById(id);
const groups = [...new Set(DATA.entries.map(entry => entry[1]))].sort();
const sorts = [...new Set(DATA.entries.map(entry => entry[2]))].sort();
let shown = PAGE, size = DATA.sizes[0];

function fill(select, first, values) {
  select.append(new Option(first, ""));
  for (const [value, text] of values) select.append(new Option(text, value));
  select.onchange = () => { shown = PAGE; draw(); };
}

// a pair here is a triple where triples are shown: [numbers of entries, positions, kinds, page]
function wanted(pair, whose, other) {
  const entries = pair[0].map(number => DATA.entries[number]), seen = pair[2];
  const sort = $("sort").value, kind = $("kind").value, name = $("name").value.trim().toLowerCase();
  if (kind === "none" ? seen.length : kind === "" ? !seen.length : !seen.includes(Number(kind))) return false;
  if (sort && !entries.some(entry => entry[2] === sort)) return false;
  if (name && !entries.some(entry => entry[0].includes(name))) return false;
  return sides(pair).some(([a, b]) => (!whose || a === whose) && (!other || b === other));
}

function sides(pair) {
  const groups = pair[0].map(number => DATA.entries[number][1]);
  return groups.flatMap((one, at) => groups.filter((_, place) => place !== at).map(other => [one, other]));
}

function drawMatrix() {
  const counts = new Map(), tried = new Map();
  for (const pair of size.rows) {
    for (const key of new Set(sides(pair).map(side => side.join("\n")))) {
      tried.set(key, (tried.get(key) || 0) + 1);
      if (wanted(pair, "", "")) counts.set(key, (counts.get(key) || 0) + 1);
    }
  }
  const most = Math.max(1, ...counts.values());
  const head = document.createElement("thead"), top = head.insertRow();
  top.append(document.createElement("th"));
  // where all pairs are with somebody's entries, the others have nothing to do with each other here
  const always = size === DATA.sizes[0] ? groups.filter(group => size.rows.every(pair => sides(pair).some(([one]) => one === group))) : [];
  const columns = always.length ? always : groups;
  for (const group of columns) {
    const cell = document.createElement("th"), text = document.createElement("span");
    text.textContent = group || "other";
    cell.append(text);
    top.append(cell);
  }
  const body = document.createElement("tbody");
  for (const group of groups) {
    const row = body.insertRow(), name = document.createElement("th");
    name.textContent = group || "other";
    row.append(name);
    for (const other of columns) {
      const cell = row.insertCell(), count = counts.get(group + "\n" + other) || 0;
      const part = count ? 0.12 + 0.78 * Math.log(1 + count) / Math.log(1 + most) : 0.04;
      const all = tried.get(group + "\n" + other) || 0;
      cell.textContent = count || (all ? "" : "?");
      cell.title = `${group} and ${other}: ${count} of ${all} that were tried`;
      cell.style.background = `rgba(47, 111, 176, ${part})`;
      if (part > 0.85) cell.style.color = "#fff";
      const [one, two] = [$("whose").value, $("other").value];
      if (one && two && [[one, two], [two, one]].some(([a, b]) => a === group && b === other)) cell.className = "chosen";
      cell.onclick = () => { $("whose").value = group; $("other").value = other; shown = PAGE; draw(); $("count").scrollIntoView(); };
    }
  }
  $("matrix").replaceChildren(head, body);
}

function drawPairs() {
  const found = size.rows.filter(pair => wanted(pair, $("whose").value, $("other").value));
  $("count").textContent = `${found.length.toLocaleString("en")} ${found.length === 1 ? size.folder.slice(0, -1) : size.folder}`;
  $("pairs").replaceChildren(...found.slice(0, shown).map(pair => {
    const item = document.createElement("li");
    const all = pair[0].map(number => DATA.entries[number][0]), names = `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
    if (pair[3]) {
      const link = document.createElement("a");
      link.href = `${size.folder}/${pair[3]}.html`;
      link.textContent = names;
      item.append(link);
    } else item.append(names);
    for (const kind of pair[2]) {
      const mark = document.createElement("span");
      mark.className = "kind";
      mark.textContent = size.kinds[kind][0];
      mark.title = size.kinds[kind][1];
      item.append(" ", mark);
    }
    if (!pair[2].length) {
      const mark = document.createElement("span");
      mark.className = "dim";
      mark.textContent = ` nothing seen in ${pair[1]} position${pair[1] === 1 ? "" : "s"}`;
      item.append(mark);
    }
    return item;
  }));
  $("more").hidden = found.length <= shown;
}

function draw() { drawMatrix(); drawPairs(); }

fill($("whose"), "anybody", groups.map(group => [group, group || "other"]));
fill($("other"), "anybody", groups.map(group => [group, group || "other"]));
fill($("sort"), "any", sorts.map(sort => [sort, sort]));
function fillKinds() {
  const before = $("kind").value;
  $("kind").replaceChildren();
  fill($("kind"), "anything", [...size.kinds.map((kind, number) => [String(number), kind[1]]), ["none", "nothing was seen"]]);
  $("kind").value = before;
}
fillKinds();
if ($("size")) {
  DATA.sizes.forEach((one, at) => $("size").append(new Option(one.folder, String(at))));
  $("size").onchange = () => { size = DATA.sizes[Number($("size").value)]; shown = PAGE; fillKinds(); draw(); };
}
$("name").oninput = () => { shown = PAGE; draw(); };
$("more").onclick = () => { shown += PAGE; drawPairs(); };
draw();
