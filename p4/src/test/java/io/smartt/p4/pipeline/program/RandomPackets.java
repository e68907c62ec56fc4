package io.smartt.p4.pipeline.program;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.ParseState;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntSupplier;

/** Draws packets that get far in a program's parser: a walk through it, its transitions taken. */
final class RandomPackets {
  private static final int MAX_STATES = 12;

  private final ParseState.ParserDefinition parser;
  private final ProgramLayout layout;
  private final Random random;
  private byte[] bytes = {};
  private int length;

  /** The bit at which each header, or the last member of each stack, starts. */
  private final Map<String, Integer> starts = new HashMap<>();

  RandomPackets(Bmv2Config config, Random random) {
    this.parser = config.parsers().getFirst();
    this.layout = new ProgramLayout(config);
    this.random = random;
  }

  byte[] draw() {
    bytes = new byte[1024];
    switch (random.nextInt(4)) {
      case 0 -> random.nextBytes(bytes);
      case 1 -> fill(() -> random.nextInt(12) == 0 ? 1 : -1);
      case 2 -> fill(() -> random.nextInt(12) == 0 ? 1 : 0);
      default -> fill(() -> random.nextInt(3) == 0 ? random.nextInt(8) : 0);
    }
    length = 0;
    starts.clear();
    String state = parser.initState();
    for (int i = 0; i < MAX_STATES && !state.isEmpty(); i++) {
      state = walk(state);
    }
    int end =
        switch (random.nextInt(6)) {
          case 0 -> random.nextInt(length / 8 + 1);
          case 1 -> length / 8;
          default -> Math.min(bytes.length, length / 8 + random.nextInt(60));
        };
    return Arrays.copyOf(bytes, end);
  }

  private void fill(IntSupplier source) {
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) source.getAsInt();
    }
  }

  /** Passes a state; the name of the next, empty at the end. */
  private String walk(String name) {
    ParseState state =
        parser.states().stream().filter(s -> s.name().equals(name)).findFirst().orElse(null);
    if (state == null || length > 6000) {
      return "";
    }
    for (ParseState.ParserOp operation : state.operations()) {
      switch (operation) {
        case ParseState.ParserOp.Extract(ParseState.ParserOp.Target target) -> extract(target, 0);
        case ParseState.ParserOp.ExtractVarbit(ParseState.ParserOp.Target target, _) ->
            extract(target, 8 * random.nextInt(5));
        default -> {
          // Takes nothing from the packet.
        }
      }
    }
    if (state.transitions().isEmpty()) {
      return "";
    }
    ParseState.Transition next =
        state.transitions().get(random.nextInt(state.transitions().size()));
    if (next instanceof ParseState.Transition.Match match) {
      choose(state.transitionKey(), match.value());
    }
    return next.next().orElse("");
  }

  private void extract(ParseState.ParserOp.Target target, int variableBits) {
    HeaderLayout header;
    String name;
    switch (target) {
      case ParseState.ParserOp.Target.Regular(String regular) -> {
        header = layout.header(regular);
        name = regular;
      }
      case ParseState.ParserOp.Target.NextOfStack(String stack) -> {
        header = layout.stack(stack).members().getFirst();
        name = stack;
      }
      case ParseState.ParserOp.Target.NextOfUnionStack(String stack, String member) -> {
        header = layout.unionStackMember(stack, member);
        name = stack + member;
      }
    }
    starts.put(name, length);
    length += header.type().fixedBits() + variableBits;
  }

  /** Writes what a transition asks for where its key is. */
  private void choose(List<Value> key, BigInteger value) {
    BigInteger rest = value;
    for (Value part : key.reversed()) {
      int width = layout.keyWidth(part);
      int at =
          switch (part) {
            case Value.Lookahead(int offset, _) -> length + offset;
            case Value.Field(String header, String field) ->
                place(header, layout.header(header), field);
            case Value.StackField(String stack, String field) ->
                place(stack, layout.stack(stack).members().getFirst(), field);
            default -> -1;
          };
      for (int bit = 0; bit < width && at >= 0 && at + width <= 8 * bytes.length; bit++) {
        int to = at + width - 1 - bit;
        int mask = 0x80 >>> to % 8;
        bytes[to / 8] = (byte) (rest.testBit(bit) ? bytes[to / 8] | mask : bytes[to / 8] & ~mask);
      }
      rest = rest.shiftRight((width + 7) / 8 * 8);
    }
  }

  private int place(String name, HeaderLayout header, String wanted) {
    int at = starts.getOrDefault(name, -1);
    for (FieldLayout field : header.fields()) {
      if (at < 0 || field.name().equals(wanted)) {
        return at;
      }
      at += field.width();
    }
    return -1;
  }
}
