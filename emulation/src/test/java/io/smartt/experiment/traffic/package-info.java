@NullMarked
package io.smartt.experiment.traffic;

import org.jspecify.annotations.NullMarked;
