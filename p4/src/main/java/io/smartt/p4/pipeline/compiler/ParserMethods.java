package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.tree.ParserNode;

/**
 * The methods of a parser: one, in which states are labels; or, split, one for each state, which
 * says what is next as a number: a state, {@link ParserNode#END}, or an error below that.
 */
record ParserMethods(
    ParserNode parser, HeaderPlans plans, List<Integer> registerWidths, boolean split) {
  private static final String MAIN = "parse";

  /** Gives each method, its name and its body, to a target. */
  void write(BiConsumer<String, Consumer<Code>> target) {
    if (!split) {
      target.accept(MAIN, this::whole);
      return;
    }
    target.accept(MAIN, this::loop);
    for (int i = 0; i < parser.states().size(); i++) {
      int number = i;
      target.accept(stateName(i), code -> single(code, parser.states().get(number)));
    }
  }

  private static String stateName(int number) {
    return "state" + number;
  }

  private void whole(Code code) {
    CodeBuilder raw = code.raw();
    List<Label> labels = labels(code);
    Label end = code.label();
    int entered = code.newInt();
    boolean loops = ParserWriter.hasLoop(parser);
    ParserWriter writer = new ParserWriter(code, plans, registerWidths);
    code.push(0);
    raw.istore(entered);
    ParserWriter.Exits exits =
        new ParserWriter.Exits() {
          @Override
          public void next(int state) {
            raw.goto_(state == ParserNode.END ? end : labels.get(state));
          }

          @Override
          public void fail() {
            raw.ireturn();
          }
        };
    exits.next(parser.first());
    for (int i = 0; i < labels.size(); i++) {
      code.bind(labels.get(i));
      if (loops) {
        count(code, entered);
      }
      writer.state(parser.states().get(i), exits);
    }
    code.bind(end).push(parser.noError());
    raw.ireturn();
  }

  private List<Label> labels(Code code) {
    List<Label> labels = new ArrayList<>();
    parser.states().forEach(_ -> labels.add(code.label()));
    return labels;
  }

  /** Ends a parser that enters too many states. */
  private void count(Code code, int entered) {
    CodeBuilder raw = code.raw();
    Label few = code.label();
    raw.iload(entered);
    code.push(Pipeline.MAX_PARSER_STATES);
    raw.if_icmplt(few);
    code.push(parser.endless());
    raw.ireturn();
    code.bind(few);
    raw.iinc(entered, 1);
  }

  private void loop(Code code) {
    CodeBuilder raw = code.raw();
    List<Label> labels = labels(code);
    Label start = code.label();
    Label other = code.label();
    Label end = code.label();
    int entered = code.newInt();
    int at = code.newInt();
    code.push(0);
    raw.istore(entered);
    code.push(parser.first());
    raw.istore(at);
    code.bind(start);
    raw.iload(at).iflt(other);
    count(code, entered);
    List<SwitchCase> cases =
        IntStream.range(0, labels.size()).mapToObj(i -> SwitchCase.of(i, labels.get(i))).toList();
    raw.iload(at).lookupswitch(other, cases);
    for (int i = 0; i < labels.size(); i++) {
      code.bind(labels.get(i));
      raw.aload(0);
      code.context()
          .callOwn(stateName(i), int.class, io.smartt.p4.pipeline.runtime.SlotContext.class);
      raw.istore(at).goto_(start);
    }
    code.bind(other);
    raw.iload(at);
    code.push(ParserNode.END);
    raw.if_icmpeq(end);
    code.push(ParserNode.END - 1);
    raw.iload(at).isub().ireturn();
    code.bind(end).push(parser.noError());
    raw.ireturn();
  }

  private void single(Code code, ParserNode.State state) {
    CodeBuilder raw = code.raw();
    new ParserWriter(code, plans, registerWidths)
        .state(
            state,
            new ParserWriter.Exits() {
              @Override
              public void next(int number) {
                code.push(number);
                raw.ireturn();
              }

              @Override
              public void fail() {
                int error = code.newInt();
                raw.istore(error);
                code.push(ParserNode.END - 1);
                raw.iload(error).isub().ireturn();
              }
            });
  }
}
