@NullMarked
package io.smartt.study.search;

import org.jspecify.annotations.NullMarked;
