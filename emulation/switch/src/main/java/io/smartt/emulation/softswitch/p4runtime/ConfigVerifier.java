package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Reader;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.TableInfo;
import io.smartt.p4.pipeline.PipelineProgram;
import java.util.Optional;
import org.p4.config.v1.P4Info;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.TableEntry;

/** Realises a config without letting packets near it: the VERIFY of the specification. */
final class ConfigVerifier {
  private final ProgramLoader loader;

  ConfigVerifier(ProgramLoader loader) {
    this.loader = loader;
  }

  /** The pipeline; INVALID_ARGUMENT where the config cannot be realised. */
  InstalledPipeline verify(ForwardingDevice device, ForwardingPipelineConfig config) {
    if (!config.hasP4Info()) {
      throw Refusal.invalid("config.p4info is not set");
    }
    byte[] json = DeviceConfigBytes.json(config.getP4DeviceConfig());
    try {
      Optional<Bmv2Config> types =
          Optional.of(json)
              .filter(_ -> DataPlaneTypes.needed(config.getP4Info()))
              .map(Bmv2Reader::read);
      P4Info message =
          types
              .map(program -> DataPlaneTypes.of(config.getP4Info(), program))
              .orElseGet(config::getP4Info);
      P4InfoIndex info = P4InfoIndex.of(message);
      PipelineProgram program = loader.load(json);
      DevicePipeline pipeline =
          device.prepare(new LoadedConfig(program, info, PackedProgram.is(json)));
      P4InfoIndex matched = ProgramNames.matched(message, pipeline.control());
      InstalledPipeline installed =
          new InstalledPipeline(
              config,
              matched,
              pipeline,
              new EntityStore(matched, pipeline.control()),
              SdnTranslation.of(config.getP4Info(), matched, types, device.portNames()));
      readInitialState(installed);
      return installed;
    } catch (Refusal refusal) {
      throw refusal;
    } catch (RuntimeException e) {
      // The controller hears all that loader and device find wrong with a program.
      throw Refusal.invalid("the config cannot be realised: " + reason(e));
    }
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
}
