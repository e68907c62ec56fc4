/** The contract between an experiment and the fabric it runs on. */
@NullMarked
package io.smartt.experiment.run;

import org.jspecify.annotations.NullMarked;
