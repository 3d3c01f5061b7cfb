"""Classes: a teacher shares exercises, pupils answer, the teacher sees what was hard."""
