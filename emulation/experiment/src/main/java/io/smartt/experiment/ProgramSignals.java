package io.smartt.experiment;

import module java.base;

import io.smartt.base.input.InputFile;
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
    if (!isKnown(program) || text.equals(SignalLayout.NO_SIGNALS)) {
      return settings;
    }
    String declared = of(program, Uet.RUD_REQ);
    SignalLayout layout = layout(program, declared);
    if (text.startsWith(SignalLayout.OF_PROGRAM)) {
      return text.equals(declared) ? settings : settings.with(SIGNALS, declared);
    }
    SignalLayout given = SignalLayout.parse(text);
    if (!layout.isEmpty()
        && (given.bytes() != layout.bytes() || given.hopBytes() != layout.hopBytes())) {
      // Switches would write into what is behind the block, or receivers would read nothing.
      throw new UserInputException(
          "%s is '%s', but %s takes '%s' off data packets; accepted are as many bytes, or %s"
              .formatted(SIGNALS, text, program, declared, SignalLayout.NO_SIGNALS));
    }
    return settings;
  }

  private static SignalLayout layout(String program, String declared) {
    try {
      return SignalLayout.parse(declared);
    } catch (IllegalArgumentException e) {
      throw new UserInputException(
          "%s takes '%s' off data packets: %s; see docs/extend/co-design.md, or set %s=%s"
              .formatted(program, declared, e.getMessage(), SIGNALS, SignalLayout.NO_SIGNALS),
          e);
    }
  }

  /** Returns whether the program is here; an agent has the layout, and no file of the program. */
  private static boolean isKnown(String program) {
    return SwitchProgram.isPacked(program) || Files.isRegularFile(Path.of(program));
  }

  /**
   * Checks that a program takes the same signals off requests for credit, whose header is longer.
   *
   * @throws UserInputException if it does not
   */
  static void requireInCreditRequests(Settings settings) {
    String program = settings.get(SettingKeys.PROGRAM);
    String declared = SettingKeys.TRANSPORT.read(settings).signals();
    if (!isKnown(program) || !declared.startsWith(SignalLayout.OF_PROGRAM)) {
      return;
    }
    String credited = of(program, Uet.RUD_CC_REQ);
    String scheme = settings.get(SettingKeys.SCHEME);
    if (!credited.equals(declared)) {
      throw new UserInputException(
          "%s takes '%s' off data packets, but '%s' off those of PDS type %d, which %s sends and whose header has four bytes more; see docs/extend/co-design.md, or set %s=none"
              .formatted(program, declared, credited, Uet.RUD_CC_REQ, scheme, SIGNALS));
    }
  }

  private static void requireSignals(CongestionControl scheme, Settings settings, String program) {
    List<String> there = SettingKeys.TRANSPORT.read(settings).signalLayout().names();
    String known = there.isEmpty() ? "none" : "only " + String.join(", ", there);
    scheme.signals().stream()
        .filter(name -> !there.contains(name) && (isKnown(program) || !there.isEmpty()))
        .findFirst()
        .ifPresent(name -> {
          throw new UserInputException(
              "scheme '%s' reads the signal '%s', but packets carry %s (program %s); see"
                      .formatted(scheme, name, known, program)
                  + " docs/extend/co-design.md");
        });
  }

  /** The layout of a program's signals in requests of a PDS type, as the setting's text. */
  private static String of(String program, int type) {
    if (SwitchProgram.isPacked(program)) {
      return SignalLayout.OF_PROGRAM;
    }
    byte[] json = InputFile.text(Path.of(program)).getBytes(StandardCharsets.UTF_8);
    try {
      return (SignalLayout.OF_PROGRAM + " " + new Parser(json).signals(type)).strip();
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

    /** The signals in requests of a PDS type. */
    String signals(int type) {
      // What the parser takes off any data packet is no signal.
      Set<String> always =
          Stream.of((byte) 0, (byte) 1)
              .flatMap(filler -> taken(sample(type, Uet.REQ_SMALL, filler)).stream())
              .map(TraceEvent.Extracted::header)
              .collect(Collectors.toSet());
      int firstBit = 8 * signalsAt(type);
      byte[] packet = sample(type, Uet.SIGNALS, (byte) 0);
      List<TraceEvent.Extracted> sent = taken(packet);
      String fixed = fields(sent, firstBit, name -> !always.contains(name));
      sent.forEach(header -> always.add(header.header()));
      int bit = 0;
      for (TraceEvent.FieldValue field : sent.stream().flatMap(h -> h.fields().stream()).toList()) {
        bit += field.value().width();
        if (bit > firstBit) {
          packet[(bit - 1) / 8] |= (byte) (0x80 >> ((bit - 1) % 8));
        }
      }
      // A field that counts hops says 1 now, so that the parser takes one off.
      String hop =
          fields(taken(packet), firstBit, name -> !always.contains(name) && name.endsWith("]"));
      return Stream.of(fixed, hop.replace("[0].", "[]."))
          .filter(part -> !part.isEmpty())
          .collect(Collectors.joining(", "));
    }

    private List<TraceEvent.Extracted> taken(byte[] packet) {
      headers.clear();
      PacketContext context = pipeline.newContext();
      context.packet().set(packet, 0, SAMPLE_BYTES, SAMPLE_BYTES);
      context.reset();
      try {
        pipeline.ingress(context, 0);
      } catch (FailedAssertionException e) {
        // The parser is done; what else the program expects of packets is no matter here.
      }
      return List.copyOf(headers);
    }
  }

  private static int signalsAt(int type) {
    return Uet.PDS_AT + PdsRequest.bytes(type) + SignalBlock.HEADER_BYTES;
  }

  /** The fields from a bit on of the headers that are wanted, as text. */
  private static String fields(
      List<TraceEvent.Extracted> headers, int firstBit, Predicate<String> wanted) {
    List<String> fields = new ArrayList<>();
    int bit = 0;
    for (TraceEvent.Extracted header : headers) {
      for (TraceEvent.FieldValue field : header.fields()) {
        int width = field.value().width();
        if (bit >= firstBit && wanted.test(header.header())) {
          String name = header.header() + "." + field.name();
          fields.add((width > Long.SIZE ? "_" : name) + ":" + width);
        }
        bit += width;
      }
    }
    return String.join(", ", fields);
  }

  /** A data packet, with signals that it is full of or without. */
  private static byte[] sample(int type, int next, byte filler) {
    byte[] frame = new byte[SAMPLE_BYTES];
    int block = Uet.PDS_AT + PdsRequest.bytes(type);
    Arrays.fill(frame, block, frame.length, filler);
    new OuterHeaders(1, 2, 3, 4, 0, Ipv4Header.ECT_0, Uet.UDP_PORT)
        .write(frame, 0, SAMPLE_BYTES - Uet.PDS_AT);
    PdsRequest.write(frame, Uet.PDS_AT, type, next, 0, 0, 0, 0, 0);
    SignalBlock.write(frame, block, Uet.REQ_SMALL, frame, signalsAt(type), SIGNAL_BYTES);
    return frame;
  }
}
