package io.smartt.experiment;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.SchemesOfHosts;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.signals.SignalLayout;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.OuterHeaders;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.SignalBlock;
import io.smartt.host.wire.Uet;
import io.smartt.p4.bmv2.Bmv2Reader.Bmv2FormatException;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.Pipeline.FailedAssertionException;
import io.smartt.p4.pipeline.PipelineProgram.PipelineObserver;
import io.smartt.p4.pipeline.TraceEvent;
import io.smartt.p4.pipeline.program.Bmv2Program;

/**
 * Finds out which signals an own P4 program knows, by its own parser: all that it takes off a data
 * packet behind the two bytes that begin a {@link SignalBlock}.
 */
final class ProgramSignals {
  private static final String SIGNALS = SettingKeys.TRANSPORT.group().name() + ".signals";
  private static final int SAMPLE_BYTES = 512;
  private static final int SIGNAL_BYTES = 64;
  private static final int FIRST_BIT =
      8 * (Uet.PDS_AT + PdsRequest.BYTES + SignalBlock.HEADER_BYTES);

  private ProgramSignals() {}

  /**
   * Completes settings by the signals of their program, where the user is silent.
   *
   * @throws UserInputException for a scheme that reads signals which packets will not have
   */
  static Settings complete(Settings settings) {
    String program = settings.get(SettingKeys.PROGRAM);
    Settings complete = withDeclared(settings, program);
    SchemesOfHosts.all(complete)
        .filter(scheme -> !scheme.signals().isEmpty())
        .forEach(scheme -> requireSignals(scheme, complete, program));
    return complete;
  }

  private static Settings withDeclared(Settings settings, String program) {
    String text = SettingKeys.TRANSPORT.read(settings).signals();
    // An agent has the layout, and no file of the program.
    boolean known = SwitchProgram.isPacked(program) || Files.isRegularFile(Path.of(program));
    if (!known || !text.startsWith(SignalLayout.OF_PROGRAM)) {
      return settings;
    }
    String declared = of(program);
    return text.equals(declared) ? settings : settings.with(SIGNALS, declared);
  }

  private static void requireSignals(CongestionControl scheme, Settings settings, String program) {
    List<String> there = SettingKeys.TRANSPORT.read(settings).signalLayout().names();
    scheme.signals().stream()
        .filter(name -> !there.contains(name))
        .findFirst()
        .ifPresent(name -> {
          throw new UserInputException(
              "scheme '%s' reads the signal '%s', but packets carry %s (program %s); see"
                      .formatted(
                          scheme,
                          name,
                          there.isEmpty() ? "none" : "only " + String.join(", ", there),
                          program)
                  + " docs/extend/co-design.md");
        });
  }

  /** The layout of a program's signals, as the setting's text. */
  private static String of(String program) {
    if (SwitchProgram.isPacked(program)) {
      return SignalLayout.OF_PROGRAM;
    }
    byte[] json = SwitchProgram.text(Path.of(program)).getBytes(StandardCharsets.UTF_8);
    try {
      Parser parser = new Parser(json);
      // What the parser takes off any data packet is no signal.
      Set<String> always =
          Stream.of((byte) 0, (byte) 1)
              .flatMap(filler -> parser.taken(Uet.REQ_SMALL, filler).stream())
              .map(TraceEvent.Extracted::header)
              .collect(Collectors.toSet());
      // A field that counts hops says 1 in the second packet, so that the parser takes one off.
      String fields =
          Stream.concat(
                  fields(parser.taken(Uet.SIGNALS, (byte) 0), always, name -> !name.endsWith("]")),
                  fields(parser.taken(Uet.SIGNALS, (byte) 1), always, name -> name.endsWith("[0]")))
              .collect(Collectors.joining(", "));
      return (SignalLayout.OF_PROGRAM + " " + fields).strip();
    } catch (Bmv2FormatException e) {
      // The loading of the program says so, and names the file.
      return SignalLayout.OF_PROGRAM;
    }
  }

  /** A program's parser, and what it takes off a data packet. */
  private static final class Parser {
    private final List<TraceEvent.Extracted> headers = new ArrayList<>();
    private final Pipeline pipeline;

    Parser(byte[] json) {
      PipelineObserver observer =
          event -> {
            if (event instanceof TraceEvent.Extracted header) {
              headers.add(header);
            }
          };
      pipeline = Bmv2Program.observed(json, observer).instantiate(new SplittableRandom(0));
    }

    List<TraceEvent.Extracted> taken(int next, byte filler) {
      headers.clear();
      PacketContext context = pipeline.newContext();
      context.packet().set(sample(next, filler), 0, SAMPLE_BYTES, SAMPLE_BYTES);
      context.reset();
      try {
        pipeline.ingress(context, 0);
      } catch (FailedAssertionException e) {
        // The parser is done; what else the program expects of packets is no matter here.
      }
      return List.copyOf(headers);
    }
  }

  /** The fields of some headers that are signals by their place, as text. */
  private static Stream<String> fields(
      List<TraceEvent.Extracted> headers, Set<String> always, Predicate<String> wanted) {
    List<String> fields = new ArrayList<>();
    int bit = 0;
    for (TraceEvent.Extracted header : headers) {
      for (TraceEvent.FieldValue field : header.fields()) {
        int width = field.value().width();
        boolean signal = bit >= FIRST_BIT && !always.contains(header.header());
        if (signal && wanted.test(header.header())) {
          String name = header.header().replace("[0]", "[]") + "." + field.name();
          fields.add((width > Long.SIZE ? "_" : name) + ":" + width);
        }
        bit += width;
      }
    }
    return fields.stream();
  }

  /** A data packet, with signals that it is full of or without. */
  private static byte[] sample(int next, byte filler) {
    byte[] frame = new byte[SAMPLE_BYTES];
    Arrays.fill(frame, FIRST_BIT / 8, frame.length, filler);
    new OuterHeaders(1, 2, 3, 4, 0, Ipv4Header.ECT_0, Uet.UDP_PORT)
        .write(frame, 0, SAMPLE_BYTES - Uet.PDS_AT);
    PdsRequest.write(frame, Uet.PDS_AT, Uet.RUD_REQ, next, 0, 0, 0, 0, 0);
    SignalBlock.write(
        frame, Uet.PDS_AT + PdsRequest.BYTES, Uet.REQ_SMALL, frame, FIRST_BIT / 8, SIGNAL_BYTES);
    return frame;
  }
}
