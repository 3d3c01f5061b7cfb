// Before anything is drawn: there will be keys, and nothing is to move when they come.

if ("noModule" in HTMLScriptElement.prototype) document.documentElement.classList.add("kp-on");
