// The dialog that asks for another game; shows those options that the board's game has.

const CHOICES = [
  { name: "players", legend: "Players", values: [2, 3, 4, 5].map((count) => [count, String(count)]) },
  { name: "calling", legend: "Points", values: [["auto", "counted by the board"], ["strict", "called by the players"]] },
  { name: "rims", legend: "Rims", values: [[false, "stand still"], [true, "may be turned"]] },
  { name: "rim_turn", legend: "A turn of a rim", values: [["instead", "instead of a ball"], ["after", "after a ball"]], needs: "rims" },
];

export function newGame(dialog, send) {
  const fields = dialog.querySelector("#choices");
  const form = dialog.querySelector("form");
  let shown = [];

  dialog.querySelector("#start-game").addEventListener("click", () => {
    const options = {};
    for (const { name, values } of shown) {
      const chosen = form.querySelector(`input[name="${name}"]:checked`);
      if (chosen && !chosen.disabled) options[name] = values[Number(chosen.value)][0];
    }
    dialog.close();
    send({ type: "new", options });
  });
  dialog.querySelector("#keep-game").addEventListener("click", () => dialog.close());
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", depend);

  function depend() {
    for (const { name, needs } of shown.filter((choice) => choice.needs)) {
      const whole = shown.find((choice) => choice.name === needs);
      const chosen = form.querySelector(`input[name="${needs}"]:checked`);
      const on = !whole || (chosen && whole.values[Number(chosen.value)][0] === true);
      form.querySelector(`[data-option="${name}"]`).disabled = !on;
    }
  }

  return function open(view) {
    shown = CHOICES.filter(({ name }) => name in view.options);
    fields.replaceChildren(...shown.map((choice) => group(choice, view.options[choice.name])));
    depend();
    dialog.showModal();
  };
}

function group({ name, legend, values }, now) {
  const set = document.createElement("fieldset");
  set.dataset.option = name;
  const title = document.createElement("legend");
  title.textContent = legend;
  const row = document.createElement("div");
  row.className = "segments";
  values.forEach(([value, text], place) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    input.type = "radio";
    input.name = name;
    input.value = String(place);
    input.checked = value === now;
    const words = document.createElement("span");
    words.textContent = text;
    label.append(input, words);
    row.append(label);
  });
  set.append(title, row);
  return set;
}
