// hud.js - figures, controls and the graph: what stands over the scene.

const $ = (id) => document.getElementById(id);
const COLORS = { simd: "#8fe3b0", plain: "#ffb454" };
const number = new Intl.NumberFormat("en");

const milliseconds = (ms) => (Number.isFinite(ms) ? `${ms.toFixed(2)} ms` : "–");

/** Counts go along the slider by their logarithm. */
export const fromSlider = (t, least, most) => {
  const count = least * (most / least) ** t;
  const step = 10 ** Math.max(Math.floor(Math.log10(count)) - 1, 0);
  return Math.min(Math.max(Math.round(count / step) * step, least), most);
};
export const toSlider = (count, least, most) => Math.log(count / least) / Math.log(most / least);

function drawGraph(times) {
  const canvas = $("graph");
  const context = canvas.getContext("2d");
  const lists = Object.entries(times).filter(([, { list }]) => list.length > 1);
  const highest = Math.max(...lists.map(([, each]) => 2 * each.mean), 0.5);
  context.clearRect(0, 0, canvas.width, canvas.height);
  for (const [build, { list }] of lists) {
    context.beginPath();
    list.forEach((ms, i) =>
      context.lineTo((i / 119) * canvas.width, canvas.height - Math.min(ms / highest, 1) * (canvas.height - 4)),
    );
    Object.assign(context, { strokeStyle: COLORS[build], lineWidth: 2, lineJoin: "round" });
    context.stroke();
  }
}

export class Hud {
  /** on: what the controls do. */
  constructor(scenes, on) {
    this.scenes = scenes;
    for (const [name, { title }] of Object.entries(scenes)) {
      const button = Object.assign(document.createElement("button"), { textContent: title });
      button.dataset.scene = name;
      button.addEventListener("click", () => on.scene(name));
      $("scenes").append(button);
    }
    for (const button of $("lanes").querySelectorAll("button"))
      button.addEventListener("click", () => on.lanes(button.dataset.lanes));
    $("count").addEventListener("input", () => on.count(Number($("count").value)));
    $("speed").addEventListener("input", () => on.speed(10 ** Number($("speed").value)));
    const buttons = {
      pause: on.pause,
      again: on.again,
      seed: on.seed,
      "copy-c": on.copyC,
      "copy-js": on.copyJavaScript,
      "copy-link": on.copyLink,
    };
    for (const [id, call] of Object.entries(buttons)) $(id).addEventListener("click", call);
    this.hold($("rewind"), on);
    $("menu").addEventListener("click", () => this.open($("controls").classList.contains("closed")));
    this.open(!matchMedia("(max-width: 760px), (max-height: 560px)").matches);
  }

  hold(button, on) {
    button.addEventListener("pointerdown", (event) => {
      button.setPointerCapture(event.pointerId);
      on.rewind(true);
    });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"])
      button.addEventListener(name, () => on.rewind(false));
    button.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  open(shown) {
    $("controls").classList.toggle("closed", !shown);
    $("menu").setAttribute("aria-expanded", shown);
  }

  say(text) {
    $("said").textContent = text;
  }

  /** The controls, as things are. */
  set({ scene, count, speed, lanes, paused }) {
    const { least, most, what, hint } = this.scenes[scene];
    for (const button of $("scenes").children) button.setAttribute("aria-pressed", button.dataset.scene === scene);
    for (const button of $("lanes").querySelectorAll("button"))
      button.setAttribute("aria-pressed", button.dataset.lanes === lanes);
    $("count-name").textContent = what[0].toUpperCase() + what.slice(1);
    $("count").value = toSlider(count, least, most);
    $("count-out").textContent = number.format(count);
    $("speed").value = Math.log10(speed);
    $("speed-out").textContent = `${speed.toFixed(2)}×`;
    $("pause").textContent = paused ? "Go on" : "Pause";
    $("hint").textContent = hint;
    $("title").textContent = this.scenes[scene].heading;
    $("copy-c").hidden = $("copy-js").hidden = scene !== "barrage";
  }

  figures(lines) {
    lines.forEach((text, i) => {
      $(`line${i + 1}`).textContent = text;
    });
  }

  times(times) {
    const highest = Math.max(times.simd.mean || 0, times.plain.mean || 0, 0.01);
    for (const [build, each] of Object.entries(times)) {
      $(`ms-${build}`).textContent = milliseconds(each.mean);
      $(`bar-${build}`).style.width = `${((each.mean || 0) / highest) * 100}%`;
    }
    drawGraph(times);
  }

  hashes(mark, { native, other }) {
    const against = mark?.native ?? mark?.other ?? null;
    const state = against === null ? "" : against === mark.mine ? "same" : "differs";
    $("hash-frame").textContent = mark ? `hash, frame ${mark.frame}` : "hash";
    $("hash-mine").textContent = mark?.mine ?? "–";
    $("hash-whose").textContent = native ? "native library" : `lanes ${other === "simd" ? "on" : "off"}`;
    $("hash-native").textContent = against ?? "–";
    $("hash-mine").className = $("hash-native").className = state;
  }

  /** How far back one can go, and where one is: all in frames. */
  past({ first, shown, last }, active) {
    const bar = $("past").firstElementChild;
    bar.style.left = `${(first / Math.max(last, 1)) * 100}%`;
    bar.style.right = `${(1 - shown / Math.max(last, 1)) * 100}%`;
    $("rewind").classList.toggle("held", active);
    document.body.classList.toggle("rewinding", active);
  }
}
