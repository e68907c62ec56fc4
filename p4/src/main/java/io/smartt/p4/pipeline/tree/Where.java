package io.smartt.p4.pipeline.tree;

import io.smartt.p4.bmv2.Bmv2FormatException;

/** The part of a program that is being built, for complaints. */
record Where(String what) {
  Where in(String part) {
    return new Where(what + ", " + part);
  }

  Bmv2FormatException fail(String problem) {
    return new Bmv2FormatException(what, problem);
  }
}
