@NullMarked
package io.smartt.virtual.simulation;

import org.jspecify.annotations.NullMarked;
