{% extends 'service-worker.js' %}
{% block engine %}
import { loadPyodide } from "/kept/{{ release }}/pyodide.mjs";
import makePyodide from "/kept/{{ release }}/pyodide.asm.mjs";
import { Answering } from "{{ file('engine/answering.js') }}";
import { Python } from "{{ file('engine/python.js') }}";

const answering = new Answering(new Python({ release, load: loadPyodide, make: makePyodide }), release);
{% endblock %}
