"use strict";
const PAGE = 200;
const $ = id => document.getElementById(id);
const groups = [...new Set(DATA.entries.map(entry => entry[1]))].sort();
const sorts = [...new Set(DATA.entries.map(entry => entry[2]))].sort();
let shown = PAGE;

function fill(select, first, values) {
  select.append(new Option(first, ""));
  for (const [value, text] of values) select.append(new Option(text, value));
  select.onchange = () => { shown = PAGE; draw(); };
}

function wanted(pair, whose, other) {
  const one = DATA.entries[pair[0]], two = DATA.entries[pair[1]];
  const sort = $("sort").value, kind = $("kind").value, name = $("name").value.trim().toLowerCase();
  if (kind === "none" ? pair[3].length : kind === "" ? !pair[3].length : !pair[3].includes(Number(kind))) return false;
  if (sort && one[2] !== sort && two[2] !== sort) return false;
  if (name && !one[0].includes(name) && !two[0].includes(name)) return false;
  const fits = (a, b) => (!whose || a === whose) && (!other || b === other);
  return fits(one[1], two[1]) || fits(two[1], one[1]);
}

function drawMatrix() {
  const counts = new Map(), tried = new Map();
  for (const pair of DATA.pairs) {
    const [a, b] = [DATA.entries[pair[0]][1], DATA.entries[pair[1]][1]];
    for (const key of new Set([a + "\n" + b, b + "\n" + a])) {
      tried.set(key, (tried.get(key) || 0) + 1);
      if (wanted(pair, "", "")) counts.set(key, (counts.get(key) || 0) + 1);
    }
  }
  const most = Math.max(1, ...counts.values());
  const head = document.createElement("thead"), top = head.insertRow();
  top.append(document.createElement("th"));
  for (const group of groups) {
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
    for (const other of groups) {
      const cell = row.insertCell(), count = counts.get(group + "\n" + other) || 0;
      const part = count ? 0.12 + 0.78 * Math.log(1 + count) / Math.log(1 + most) : 0.04;
      const all = tried.get(group + "\n" + other) || 0;
      cell.textContent = count || (all ? "" : "?");
      cell.title = `${group} and ${other}: ${count} of ${all} that were tried`;
      cell.style.background = `rgba(47, 111, 176, ${part})`;
      if (part > 0.55) cell.style.color = "#fff";
      const [one, two] = [$("whose").value, $("other").value];
      if (one && two && [[one, two], [two, one]].some(([a, b]) => a === group && b === other)) cell.className = "chosen";
      cell.onclick = () => { $("whose").value = group; $("other").value = other; shown = PAGE; draw(); $("count").scrollIntoView(); };
    }
  }
  $("matrix").replaceChildren(head, body);
}

function drawPairs() {
  const found = DATA.pairs.filter(pair => wanted(pair, $("whose").value, $("other").value));
  $("count").textContent = `${found.length.toLocaleString("en")} pair${found.length === 1 ? "" : "s"}`;
  $("pairs").replaceChildren(...found.slice(0, shown).map(pair => {
    const item = document.createElement("li");
    const names = `${DATA.entries[pair[0]][0]} and ${DATA.entries[pair[1]][0]}`;
    if (pair[4]) {
      const link = document.createElement("a");
      link.href = `pairs/${pair[4]}.html`;
      link.textContent = names;
      item.append(link);
    } else item.append(names);
    for (const kind of pair[3]) {
      const mark = document.createElement("span");
      mark.className = "kind";
      mark.textContent = DATA.kinds[kind][0];
      item.append(" ", mark);
    }
    if (!pair[3].length) {
      const mark = document.createElement("span");
      mark.className = "dim";
      mark.textContent = ` nothing seen in ${pair[2]} position${pair[2] === 1 ? "" : "s"}`;
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
fill($("kind"), "anything", [...DATA.kinds.map((kind, number) => [String(number), kind[1]]), ["none", "nothing was seen"]]);
$("name").oninput = () => { shown = PAGE; draw(); };
$("more").onclick = () => { shown += PAGE; drawPairs(); };
draw();
