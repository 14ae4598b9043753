
// Pictures that differ: the expected one, that of the run, and the difference, which the browser makes of both.
const loadPicture = source => new Promise((done, failed) => {
  const image = new Image();
  image.onload = () => done(image); image.onerror = failed; image.src = source;
});
function pictureParts(pictures) {
  if (!pictures) return [];
  const {before, now} = pictures, box = element("div", {class: "pictures"});
  const figure = (title, ...content) =>
    element("figure", {}, element("div", {class: "frame"}, ...content), element("figcaption", {}, title));
  Promise.all((before ? [before, now] : [now]).map(loadPicture)).then(images => {
    const size = image => `${number(image.naturalWidth)} × ${number(image.naturalHeight)}`;
    // Small pictures are enlarged, so that a pixel can be seen.
    const zoom = Math.max(1, Math.min(8, Math.floor(240 / Math.max(...images.map(image => image.naturalWidth)))));
    const place = (image, name) => {
      image.alt = name;
      if (zoom > 1) { image.width = image.naturalWidth * zoom; image.className = "pixels"; }
      return image;
    };
    const last = images[images.length - 1];
    if (images.length < 2) { box.append(figure(`This run, ${size(last)}`, place(last, "The picture of this run"))); return; }
    const {canvas, count, all} = pictureDifference(...images);
    canvas.setAttribute("role", "img"); canvas.setAttribute("aria-label", "The pixels that differ");
    if (zoom > 1) { canvas.style.width = `${canvas.width * zoom}px`; canvas.className = "pixels"; }
    const share = count / all, percent = share && share < .001 ? "under 0.1" : number(Math.round(share * 1000) / 10);
    const side = element("div", {class: "sides"},
      figure(`Expected, ${size(images[0])}`, place(images[0], "The expected picture")),
      figure(`This run, ${size(last)}`, place(last, "The picture of this run")),
      figure(count ? `${amount(count, "pixel")} ${count === 1 ? "differs" : "differ"}, ${percent} %` : "No pixel differs", canvas));
    box.append(side, pictureSlider(images[0], last, zoom, figure));
  }, () => box.append(paragraph("dim", "The browser cannot show these pictures.")));
  return [box];
}
// Both pictures on top of each other, in one scale: a line between them can be moved, and a button exchanges them.
function pictureSlider(expected, actual, zoom, figure) {
  const name = "Expected left of the line, this run right of it", width = Math.max(expected.naturalWidth, actual.naturalWidth);
  const layer = original => {
    const image = original.cloneNode();
    image.alt = ""; image.draggable = false; image.style.width = `${original.naturalWidth / width * 100}%`;
    return element("div", {}, image);
  };
  const slider = element("input", {type: "range", min: "0", max: "100", step: "any", value: "50", "aria-label": name});
  const stage = element("div", {class: "stage"}, layer(expected), layer(actual)), blink = button("Blink");
  stage.style.width = `${width * zoom}px`;
  const result = figure(name, stage), caption = result.querySelector("figcaption");
  const show = (at, text) => { stage.style.setProperty("--at", at + "%"); caption.textContent = text; };
  let timer;
  const stop = () => { clearInterval(timer); timer = undefined; blink.setAttribute("aria-pressed", false); show(slider.value, name); };
  const exchange = isExpected => {
    if (!stage.isConnected) return stop();
    show(isExpected ? 100 : 0, isExpected ? "Expected" : "This run");
    timer = setTimeout(() => exchange(!isExpected), 600);
  };
  slider.oninput = stop;
  blink.onclick = () => {
    if (timer) return stop();
    blink.setAttribute("aria-pressed", true);
    exchange(true);
  };
  const follow = event => {
    const {left, width} = stage.getBoundingClientRect();
    slider.value = (event.clientX - left) / width * 100;
    stop();
  };
  stage.onpointerdown = event => { stage.setPointerCapture(event.pointerId); follow(event); };
  stage.onpointermove = event => { if (stage.hasPointerCapture(event.pointerId)) follow(event); };
  stop();
  result.append(element("div", {class: "slider"}, slider, blink));
  return result;
}
// The pixels that differ are red on a pale picture, with a frame around all of them.
function pictureDifference(a, b) {
  const width = Math.max(a.naturalWidth, b.naturalWidth), height = Math.max(a.naturalHeight, b.naturalHeight);
  const pixels = image => {
    const canvas = element("canvas", {width, height}), context = canvas.getContext("2d", {willReadFrequently: true});
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, width, height).data;
  };
  const [left, right] = [pixels(a), pixels(b)], canvas = element("canvas", {width, height});
  const context = canvas.getContext("2d"), result = context.createImageData(width, height), data = result.data;
  const isOutside = (image, x, y) => x >= image.naturalWidth || y >= image.naturalHeight;
  let count = 0, x0 = width, y0 = height, x1 = -1, y1 = -1;
  for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i += 4) {
    // Colors of pixels that cannot be seen do not matter.
    const isSame = left[i + 3] === right[i + 3] && (left[i + 3] === 0
      || left[i] === right[i] && left[i + 1] === right[i + 1] && left[i + 2] === right[i + 2])
      && isOutside(a, x, y) === isOutside(b, x, y);
    if (isSame) {
      const gray = (right[i] * 3 + right[i + 1] * 6 + right[i + 2]) / 10;
      data[i] = data[i + 1] = data[i + 2] = 200 + gray * .2; data[i + 3] = right[i + 3];
    } else {
      count++; data[i] = 214; data[i + 1] = 25; data[i + 2] = 40; data[i + 3] = 255;
      x0 = Math.min(x0, x); x1 = Math.max(x1, x); y0 = Math.min(y0, y); y1 = Math.max(y1, y);
    }
  }
  context.putImageData(result, 0, 0);
  if (count && width > 64) {
    context.strokeStyle = "#d61928"; context.lineWidth = Math.max(1, width / 400);
    context.strokeRect(x0 - 4, y0 - 4, x1 - x0 + 9, y1 - y0 + 9);
  }
  return {canvas, count, all: width * height};
}
