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
import io.smartt.p4.pipeline.TraceEvent;
import io.smartt.p4.pipeline.program.Bmv2Program;

/**
 * Finds out which signals an own P4 program knows, by its own parser: whatever it takes off a data
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
    boolean own = program.endsWith(".json") && Files.isRegularFile(Path.of(program));
    boolean silent = !settings.isSet(settings.catalog().named(SIGNALS));
    Settings complete = own && silent ? settings.with(SIGNALS, of(program)) : settings;
    List<String> there = SettingKeys.TRANSPORT.read(complete).signalLayout().names();
    SchemesOfHosts.all(complete).forEach(scheme -> requireSignals(scheme, there, program));
    return complete;
  }

  private static void requireSignals(CongestionControl scheme, List<String> there, String program) {
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
    byte[] json = SwitchProgram.text(Path.of(program)).getBytes(StandardCharsets.UTF_8);
    try {
      List<String> fields = taken(json, (byte) 0, name -> !name.endsWith("]"));
      // A field that counts hops says 1 in such a packet, so that the parser takes one off.
      List<String> hop = taken(json, (byte) 1, name -> name.endsWith("[0]"));
      String text =
          String.join(", ", fields) + (hop.isEmpty() ? "" : ", " + String.join(", ", hop));
      return fields.isEmpty() && hop.isEmpty() ? SignalLayout.NO_SIGNALS : text;
    } catch (Bmv2FormatException e) {
      // Whoever loads the program says so, and names the file.
      return SignalLayout.NO_SIGNALS;
    }
  }

  /** The fields of some headers that the program's parser takes off the signals of a packet. */
  private static List<String> taken(byte[] json, byte filler, Predicate<String> wanted) {
    List<TraceEvent.Extracted> headers = new ArrayList<>();
    Pipeline pipeline =
        Bmv2Program.observed(
                json,
                event -> {
                  if (event instanceof TraceEvent.Extracted header) {
                    headers.add(header);
                  }
                })
            .instantiate(new SplittableRandom(0));
    PacketContext context = pipeline.newContext();
    context.packet().set(sample(filler), 0, SAMPLE_BYTES, SAMPLE_BYTES);
    context.reset();
    pipeline.ingress(context, 0);
    List<String> fields = new ArrayList<>();
    int bit = 0;
    for (TraceEvent.Extracted header : headers) {
      for (TraceEvent.FieldValue field : header.fields()) {
        int width = field.value().width();
        if (bit >= FIRST_BIT && wanted.test(header.header())) {
          String name = header.header().replace("[0]", "[]") + "." + field.name();
          fields.add((width > Long.SIZE ? "_" : name) + ":" + width);
        }
        bit += width;
      }
    }
    return fields;
  }

  /** A data packet with signals, which it is full of. */
  private static byte[] sample(byte filler) {
    byte[] frame = new byte[SAMPLE_BYTES];
    Arrays.fill(frame, FIRST_BIT / 8, frame.length, filler);
    new OuterHeaders(1, 2, 3, 4, 0, Ipv4Header.ECT_0, Uet.UDP_PORT)
        .write(frame, 0, SAMPLE_BYTES - Uet.PDS_AT);
    PdsRequest.write(frame, Uet.PDS_AT, Uet.RUD_REQ, Uet.SIGNALS, 0, 0, 0, 0, 0);
    SignalBlock.write(
        frame, Uet.PDS_AT + PdsRequest.BYTES, Uet.REQ_SMALL, frame, FIRST_BIT / 8, SIGNAL_BYTES);
    return frame;
  }
}
