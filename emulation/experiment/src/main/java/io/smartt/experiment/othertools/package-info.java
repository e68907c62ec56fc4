/** Networks that come from other tools, or go to them: containerlab and Mininet. */
@NullMarked
package io.smartt.experiment.othertools;

import org.jspecify.annotations.NullMarked;
