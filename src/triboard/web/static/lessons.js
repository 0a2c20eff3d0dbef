// Lessons: the ladder with the rung on which the learner stands, a way in on each rung, and a way out.

const find = (id) => document.getElementById(id);

export function watchLessons({ send, press }) {
  find("rungs").addEventListener("click", (event) => {
    const button = event.target.closest("[data-rung]");
    if (button) send({ type: "learn", rung: button.dataset.rung });
  });
  find("end-lesson").addEventListener("click", () => press("NEW"));
}

/** The ladder as it stands; `playing`: whether this page may start and end lessons. */
export function showLessons(view, playing) {
  const box = find("rungs");
  const key = JSON.stringify(view.ladder.rungs);
  if (box.dataset.key !== key) {
    box.dataset.key = key;
    box.replaceChildren(...view.ladder.rungs.map(rungOf));
  }
  const lesson = view.ladder.now;
  for (const button of box.querySelectorAll("button")) {
    const here = Boolean(lesson) && lesson.rung === button.dataset.rung;
    if (here) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    button.disabled = !playing;
  }
  document.body.classList.toggle("learning", Boolean(lesson));
  find("lesson-now").hidden = !lesson;
  if (!lesson) return;
  find("end-lesson").disabled = !playing;
  const count = find("lesson-solved");
  if (count.textContent !== String(lesson.solved)) count.textContent = String(lesson.solved);
  Object.assign(find("lesson-now").dataset, { worth: lesson.worth || "", task: lesson.task || "", state: lesson.state });
  const dots = "●".repeat(Math.min(lesson.right, 3)) + "○".repeat(3 - Math.min(lesson.right, 3));
  if (find("lesson-row").textContent !== dots) find("lesson-row").textContent = dots;
}

function rungOf({ rung, name }) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.rung = rung;
  button.textContent = name;
  item.append(button);
  return item;
}
