package io.smartt.p4.pipeline.tree;

import io.smartt.p4.bmv2.Bmv2Config;

/** The numbers that a program gives to the errors of P4's core library. */
public record ParserErrors(
    int packetTooShort,
    int stackOutOfBounds,
    int headerTooShort,
    int parserTimeout,
    int parserInvalidArgument) {
  static ParserErrors of(Bmv2Config config) {
    return new ParserErrors(
        config.errors().getOrDefault("PacketTooShort", 1),
        config.errors().getOrDefault("StackOutOfBounds", 3),
        config.errors().getOrDefault("HeaderTooShort", 4),
        config.errors().getOrDefault("ParserTimeout", 5),
        config.errors().getOrDefault("ParserInvalidArgument", 6));
  }
}
