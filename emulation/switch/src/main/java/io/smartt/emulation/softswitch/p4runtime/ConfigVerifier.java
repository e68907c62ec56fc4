package io.smartt.emulation.softswitch.p4runtime;

import com.google.protobuf.ByteString;
import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Reader;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.TableInfo;
import io.smartt.p4.pipeline.PipelineProgram;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;
import org.p4.config.v1.P4Info;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.TableEntry;

/**
 * Realises a config without letting packets near it: the VERIFY of the specification. Many switches
 * run one program, so what was last understood is kept: a config of the same two objects is not
 * read again. Thread safe.
 */
final class ConfigVerifier {
  private final ForwardingDevice.ProgramLoader loader;
  private volatile Optional<Understood> last = Optional.empty();

  /**
   * What follows from a config and is the same for all switches.
   *
   * @param types the program as the config has it, where P4Info alone does not give all widths
   * @param info with widths of the data plane
   * @param matched the part of it that the program has
   */
  private record Understood(
      P4Info p4Info,
      ByteString deviceConfig,
      PipelineProgram program,
      boolean packed,
      Optional<Bmv2Config> types,
      P4InfoIndex info,
      Optional<P4InfoIndex> matched) {
    /** Returns whether these are the two objects, not only equal ones: that is known at once. */
    @SuppressWarnings("ReferenceEquality")
    boolean isOf(ForwardingPipelineConfig config) {
      return p4Info == config.getP4Info() && deviceConfig == config.getP4DeviceConfig();
    }

    Understood with(P4InfoIndex part) {
      return new Understood(p4Info, deviceConfig, program, packed, types, info, Optional.of(part));
    }
  }

  ConfigVerifier(ForwardingDevice.ProgramLoader loader) {
    this.loader = loader;
  }

  /** The pipeline; INVALID_ARGUMENT where the config cannot be realised. */
  InstalledPipeline verify(ForwardingDevice device, ForwardingPipelineConfig config) {
    if (!config.hasP4Info()) {
      throw Refusal.invalid("config.p4info is not set");
    }
    Optional<Understood> known = last.filter(understood -> understood.isOf(config));
    byte[] json =
        known.isPresent() ? new byte[0] : DeviceConfigBytes.json(config.getP4DeviceConfig());
    try {
      Understood understood = known.orElseGet(() -> read(config, json));
      DevicePipeline pipeline =
          device.prepare(
              new ForwardingDevice.LoadedConfig(
                  understood.program(), understood.info(), understood.packed()));
      P4InfoIndex matched =
          understood
              .matched()
              .orElseGet(
                  () -> ProgramNames.matched(understood.info().message(), pipeline.control()));
      InstalledPipeline installed =
          new InstalledPipeline(
              config,
              matched,
              pipeline,
              new EntityStore(matched, pipeline.control()),
              SdnTranslation.of(
                  config.getP4Info(), matched, understood.types(), device.portNames()));
      if (known.isEmpty()) {
        readInitialState(installed);
        last = Optional.of(understood.with(matched));
      }
      return installed;
    } catch (Refusal refusal) {
      throw refusal;
    } catch (RuntimeException e) {
      // The controller hears all that loader and device find wrong with a program.
      throw Refusal.invalid("the config cannot be realised: " + reason(e));
    }
  }

  private Understood read(ForwardingPipelineConfig config, byte[] json) {
    Optional<Bmv2Config> types =
        Optional.of(json)
            .filter(_ -> DataPlaneTypes.needed(config.getP4Info()))
            .map(Bmv2Reader::read);
    P4Info message =
        types
            .map(program -> DataPlaneTypes.of(config.getP4Info(), program))
            .orElseGet(config::getP4Info);
    P4InfoIndex info = P4InfoIndex.of(message);
    return new Understood(
        config.getP4Info(),
        config.getP4DeviceConfig(),
        loader.load(json),
        PackedProgram.is(json),
        types,
        info,
        Optional.empty());
  }

  /** What the program brings must be sayable in the names and widths of its P4Info. */
  private static void readInitialState(InstalledPipeline pipeline) {
    TableReader reader = new TableReader(new ReadContext(pipeline, RoleRights.FULL, _ -> {}));
    for (TableInfo table : pipeline.info().tables()) {
      TableEntry.Builder request = TableEntry.newBuilder().setTableId(table.id());
      reader.read(request.build());
      reader.read(request.setIsDefaultAction(true).build());
    }
  }

  private static String reason(RuntimeException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /**
   * The program {@code smartt} of this build. It is the only one whose drops by TTL a switch can
   * name: ingress drops all packets that arrive with a TTL of 0 or 1 (smartt.p4, {@code
   * ingress.apply}).
   */
  private static final class PackedProgram {
    private static final String PLACE = "/io/smartt/p4/programs/smartt.json";

    /** As long as the build: read once, however many switches there are. */
    private static final byte[] JSON = read();

    private PackedProgram() {}

    private static byte[] read() {
      try (InputStream in = PackedProgram.class.getResourceAsStream(PLACE)) {
        if (in == null) {
          throw new IllegalStateException("the build lacks " + PLACE);
        }
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Returns whether a device config is it, byte for byte. */
    static boolean is(byte[] deviceConfig) {
      return Arrays.equals(JSON, deviceConfig);
    }
  }
}
