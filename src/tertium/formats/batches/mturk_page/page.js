// The page of a HIT. Mechanical Turk fills in variables that look like those of template literals, so
// that these have no place here. An answer has a name, and is sent, once the worker has given it.
(function () {
  "use strict";
  var page = document.getElementById("tertium");
  var data = JSON.parse(document.getElementById("tertium-data").textContent);
  var texts = data.texts;
  var LETTERS = "ABCDEFGHIJ";
  var fields = [];

  function made(name, parent, attributes, text) {
    var element = document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) { element.setAttribute(key, attributes[key]); });
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  }

  function worded(text, values) {
    return text.replace(/\{(\w+)\}/g, function (_, name) { return values[name]; });
  }

  /** Forms of the answer to one output: each adds its fields, and returns whether there is an answer. */
  var FORMS = {
    slider: function (parent, name, changed) {
      var ends = made("div", parent, { class: "ends" });
      made("span", ends, {}, texts["answer.low"]);
      made("span", ends, {}, texts["answer.high"]);
      var slider = made("input", parent, {
        type: "range", min: 0, max: 100, step: 1, value: 50, class: "untouched", autocomplete: "off",
        "aria-label": texts["answer.slider"], "aria-valuetext": texts["answer.none"],
      });
      var value = made("div", parent, { class: "value", "aria-hidden": "true" }, texts["answer.untouched"]);
      function touch() {
        slider.name = name;
        slider.classList.remove("untouched");
        slider.setAttribute("aria-valuetext", slider.value);
        slider.setCustomValidity("");
        value.textContent = slider.value;
        changed();
      }
      slider.setCustomValidity(texts["annotate.choose"]);
      ["input", "click", "pointerup"].forEach(function (event) { slider.addEventListener(event, touch); });
      return function () { return slider.name !== ""; };
    },
    "five-point": function (parent, name, changed) {
      return choices(parent, name, changed, data.points);
    },
    "yes-no": function (parent, name, changed) {
      return choices(parent, name, changed, [["yes", texts["answer.yes"]], ["no", texts["answer.no"]]]);
    },
  };

  function choices(parent, name, changed, values) {
    values.forEach(function (pair) {
      var label = made("label", parent, { class: "choice" });
      made("input", label, { type: "radio", name: name, value: pair[0], required: "", autocomplete: "off" });
      made("span", label, { dir: "auto" }, pair[1]);
    });
    parent.addEventListener("change", changed);
    return function () { return parent.querySelector("input[type=radio]:checked") !== null; };
  }

  /** Forms of the answer to all outputs of an item, which are compared with each other. */
  var COMPARED = {
    ranks: function (section, number, outputs, add) {
      made("p", section, { class: "question" }, data.question);
      made("p", section, { class: "ends" }, texts[data.ties ? "answer.ties" : "answer.no-ties"]);
      var ranks = outputs.map(function (_, place) { return [String(place + 1), String(place + 1)]; });
      outputs.forEach(function (_, place) {
        add(worded(texts["answer.rank"], { letter: LETTERS[place] }), function (parent) {
          parent.classList.add("ranks");
          return choices(parent, "answer_" + number + "_" + (place + 1), report, ranks);
        });
      });
      if (!data.ties) section.addEventListener("change", function (event) {
        // A rank that is given again is taken from the other output.
        Array.prototype.forEach.call(section.querySelectorAll("input[type=radio]:checked"), function (one) {
          if (one !== event.target && one.value === event.target.value) one.checked = false;
        });
        report();
      });
    },
    preference: function (section, number, outputs, add) {
      var values = [["0", worded(texts["answer.better"], { letter: "A" })]];
      if (data.ties) values.push(["equal", texts["answer.equal"]]);
      values.push(["1", worded(texts["answer.better"], { letter: "B" })]);
      add(data.question, function (parent) { return choices(parent, "answer_" + number, report, values); });
    },
  };

  function comment(parent, name) {
    var details = made("details", parent, { class: "comment" });
    made("summary", details, {}, texts["annotate.comment"]);
    var field = made("textarea", details, { maxlength: data.longestComment, "aria-label": texts["annotate.comment-label"] });
    // An empty comment is not sent.
    field.addEventListener("input", function () {
      if (field.value.trim()) field.name = name;
      else field.removeAttribute("name");
    });
  }

  function shown(parent, title, element, language, kind) {
    made("h3", parent, {}, title);
    element.className = "text " + kind;
    element.dir = "auto";
    if (language) element.lang = language;
    parent.append(element);
  }

  function item(given, number, total) {
    var outputs = Array.prototype.filter.call(given.querySelectorAll(".o"), function (one) {
      return one.innerHTML !== "";
    });
    var section = document.createElement("section");
    section.className = "item";
    var title = made("h2", section, { id: "item-" + number, tabindex: "-1" },
      worded(texts["annotate.item"], { number: number, total: total }));
    section.setAttribute("aria-labelledby", title.id);
    ["source", "reference"].forEach(function (side) {
      var element = given.querySelector("." + side[0]);
      if (!element || element.innerHTML === "") return;
      var language = side === "source" ? data.sourceLanguage : data.targetLanguage;
      shown(section, texts["annotate." + side], element, language, side);
    });
    function add(legend, mount) {
      var fieldset = made("fieldset", section);
      made("legend", fieldset, {}, legend);
      fields.push({ answered: mount(fieldset), section: section, fieldset: fieldset });
      return fieldset;
    }
    var compared = COMPARED[data.answer];
    outputs.forEach(function (element, place) {
      var several = outputs.length > 1;
      var name = several ? worded(texts["annotate.output-letter"], { letter: LETTERS[place] }) : data.outputTitle;
      shown(section, name, element, data.targetLanguage, "output");
      if (compared) return;
      var key = number + "_" + (place + 1);
      var fieldset = add(several ? name + ": " + data.question : data.question, function (parent) {
        return FORMS[data.answer](parent, "answer_" + key, report);
      });
      comment(fieldset, "comment_" + key);
    });
    if (compared) {
      compared(section, number, outputs, add);
      comment(section, "comment_" + number);
    }
    return section;
  }

  var items = Array.prototype.filter.call(page.querySelectorAll(".i"), function (one) {
    return Array.prototype.some.call(one.querySelectorAll(".o"), function (output) { return output.innerHTML !== ""; });
  });
  items.map(function (one, place) { return item(one, place + 1, items.length); })
    .forEach(function (section) { page.append(section); });
  Array.prototype.forEach.call(page.querySelectorAll(".i"), function (one) { one.remove(); });
  var problem = made("p", page, { class: "problem", role: "alert" });
  var progress = made("p", page, { class: "progress", role: "status" });

  function report() {
    var done = fields.filter(function (one) { return one.answered(); });
    progress.textContent = worded(texts["annotate.done"], { done: done.length, total: fields.length });
    done.forEach(function (one) { one.section.classList.remove("missing"); });
    if (done.length === fields.length) problem.textContent = "";
  }

  function check(event) {
    var missing = fields.filter(function (one) { return !one.answered(); });
    if (!missing.length) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    missing.forEach(function (one) { one.section.classList.add("missing"); });
    problem.textContent = texts["annotate.choose"];
    missing[0].section.scrollIntoView({ block: "center" });
    missing[0].fieldset.querySelector("input").focus();
  }

  report();
  var form = page.closest("crowd-form") || page.closest("form");
  if (form) form.addEventListener("submit", check, true);
})();
