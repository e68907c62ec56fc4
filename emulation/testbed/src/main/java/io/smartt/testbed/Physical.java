package io.smartt.testbed;

import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.run.Abilities;
import io.smartt.experiment.run.Fabric;
import io.smartt.experiment.run.Fabric.FabricRun;
import io.smartt.experiment.run.Fabric.Use;
import io.smartt.experiment.run.Feature;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.settings.FabricSettings;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import java.util.Map;

/** The fabric {@code physical}: the switches and servers that a profile names. */
public final class Physical implements Fabric {
  private static final String CABLES = ": on fabric 'physical' cables are what they are";

  private final Testbed testbed = new RealTestbed();

  @Override
  public int place() {
    return 3;
  }

  @Override
  public FabricSettings settings() {
    return new FabricSettings(
            "physical", TestbedKeys.keys(), TestbedKeys.families(), Map.of(), Map.of())
        .formerly("testbed.rehearsal-s", "testbed.warm-up-s");
  }

  @Override
  public Abilities abilities(Use use, Settings settings) {
    Abilities run =
        Abilities.all(settings)
            .without(
                Feature.PFC,
                ", which profiles of fabric 'physical' turn off; fabric 'virtual' has them")
            .without(Feature.LINK_LOSS, CABLES)
            .without(Feature.LINK_FAILURES, CABLES)
            .without(Feature.HOST_LINK_RATES, CABLES)
            .without(Feature.ONE_WAY_RATES, CABLES)
            .and(TestbedKeys.names());
    if (use != Use.RUN) {
      return run.only();
    }
    // Tofinos have a pipeline of their own, and SONiC runs no program.
    return new TestbedFacts(settings).boxes().stream().anyMatch(TestbedSwitch::runsBmv2Json)
        ? run
        : run.butNot(SettingKeys.PROGRAM);
  }

  @Override
  public void require(ExperimentSpec spec) {
    testbed.require(spec);
  }

  @Override
  public FabricRun prepare(RunInputs inputs) {
    return new PhysicalRun(inputs, testbed);
  }
}
