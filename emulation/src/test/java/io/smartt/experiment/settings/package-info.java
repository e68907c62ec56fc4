@NullMarked
package io.smartt.experiment.settings;

import org.jspecify.annotations.NullMarked;
